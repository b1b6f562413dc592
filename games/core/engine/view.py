"""Builds the view of a game that browsers draw. Only in rounds does it depend on the viewer."""

from functools import lru_cache

from msgspec import UNSET

from games.core.engine.game_view import (
    CardView,
    ColumnView,
    Fairness,
    GameVariant,
    GameView,
    LastView,
    OptionView,
    ReplayView,
    SeatView,
    TurnView,
)
from games.core.engine.rounds import seen
from games.core.engine.state import GameState, LastFill, Round, SeatState, Turn
from games.core.rules import Scorecard


class SeatViews:
    """The views of a game's seats. After a roll most seats are unchanged, so only seats that
    changed since the last call are built again.
    """

    def __init__(self) -> None:
        self._known: list[tuple[SeatState, bool, SeatView]] = []

    def of(self, state: GameState) -> tuple[SeatView, ...]:
        """Return the view of each seat."""
        known = self._known if len(self._known) == len(state.seats) else [None] * len(state.seats)
        self._known = [
            before
            if before is not None and before[0] is seat and before[1] == (number in state.acting)
            else (seat, number in state.acting, _seat_view(number, seat, number in state.acting))
            for number, (seat, before) in enumerate(zip(state.seats, known, strict=True))
        ]
        return tuple([built for _, _, built in self._known])


def view(state: GameState, viewer: int | None = None, seats: SeatViews | None = None) -> GameView:
    """Return what the player in seat `viewer`, or a spectator (None), sees. That is everything
    except the dice and boxes of other seats in a round that is being played. The secret is included
    only after the end.

    `seats`: the `SeatViews` of this game, reused from one state to the next.
    """
    state = seen(state, viewer)
    variant = state.variant
    return GameView(
        game=state.code,
        seq=state.seq,
        variant=GameVariant(variant.id, variant.name),
        status=state.status,
        mode=state.mode,
        round=round_of(state),
        rounds=variant.rounds,
        clock=state.clock,
        deadline=state.next_deadline,
        stand_in=state.stand_in or None,
        replay=None if state.replay is None else ReplayView(*state.replay),
        acting=state.acting,
        revealing=state.revealing,
        seats=(seats or SeatViews()).of(state),
        last=None if state.last is None else last_view(state.last),
        fairness=_fairness(state),
        dice=UNSET if state.dice == "own" else state.dice,
        share=state.share or UNSET,
        done=UNSET if state.round is None else state.done,
        revealed=UNSET if state.round is None else revealed_view(state.round),
        public=UNSET if state.round is None else public_seq(state),
    )


def public_seq(state: GameState) -> int:
    """Return how many events of a game in rounds everybody knows."""
    if state.round is None or state.status != "playing":
        return state.seq
    return state.round.seq


def revealed_view(known: Round) -> tuple[LastView, ...]:
    """Return the boxes that were filled in the last revealed round."""
    fills = [fill for fill in known.shown if fill is not None]
    newest = max((fill.turn for fill in fills), default=0)
    return tuple([last_view(fill) for fill in fills if fill.turn == newest])


def _fairness(state: GameState) -> Fairness:
    sealing = state.sealing
    return Fairness(
        commitment=state.commitment,
        seeds=state.seeds,
        secret=state.secret,
        scheme="" if sealing is None else "sealed",
        seals=() if sealing is None else sealing.seals,
        known=() if sealing is None else sealing.known,
    )


def round_of(state: GameState) -> int:
    """Return the round: the lowest number of a turn that somebody still has to take; after a box
    has won, the round of that box.

    In rounds viewers learn of resignations in an order of their own, so it must not count.
    """
    numbers = [_turn_in(seat) for seat in state.seats if not seat.out]
    numbers = numbers or [_turn_in(seat) for seat in state.seats]
    return min(*numbers, state.variant.rounds)


def _turn_in(seat: SeatState) -> int:
    """Return the number of the turn that the seat is in: of its last one, if that won the game."""
    return seat.turn.number - seat.won


def _seat_view(number: int, seat: SeatState, acts: bool) -> SeatView:
    turn = seat.turn
    return SeatView(
        seat=number,
        player=seat.player,
        name=seat.name,
        out=bool(seat.out),
        auto=seat.auto,
        bot=seat.bot,
        persona=seat.persona or None,
        place=seat.place,
        turn=turn_view(turn),
        may_roll=may_roll(seat, acts),
        options=_options(seat.card, turn) if may_score(seat, acts) else (),
        card=card_view(seat.card),
    )


def turn_view(turn: Turn) -> TurnView:
    """Return a turn as browsers get it."""
    return TurnView(turn.number, turn.rolls, turn.dice, turn.hold, turn.saved or UNSET)


def may_roll(seat: SeatState, acts: bool) -> bool:
    """Whether the seat may roll now. `acts`: whether it may act."""
    return acts and seat.turn.rolls < seat.turn.most_rolls(seat.card.variant)


def may_score(seat: SeatState, acts: bool) -> bool:
    """Whether the seat may fill a box now. `acts`: whether it may act."""
    return acts and seat.turn.dice is not None


def _options(card: Scorecard, turn: Turn) -> tuple[OptionView, ...]:
    return tuple(
        [
            OptionView(fill.box.column, fill.box.category, fill.points, fill.bonus, fill.joker)
            for fill in card.fills(turn.dice or (), turn.rolls)
        ]
    )


# Cached, because a card changes once a turn but is sent with every roll.
@lru_cache(maxsize=4096)
def card_view(card: Scorecard) -> CardView:
    """Return a card as browsers get it."""
    multipliers = card.variant.columns
    columns = tuple([_column_view(card, column) for column in range(len(multipliers))])
    total = sum([times * column.total for times, column in zip(multipliers, columns, strict=True)])
    return CardView(columns, total)


def _column_view(card: Scorecard, column: int) -> ColumnView:
    categories, entries = card.variant.categories, card.column(column)
    boxes = {
        category.id: points
        for category, points in zip(categories, entries, strict=True)
        if points is not None
    }
    faces = [category.face for category in categories if category.face and category.id in boxes]
    upper, lower = card.upper(column), card.lower(column)
    upper_bonus, bonus = card.upper_bonus(column), card.bonus(column)
    return ColumnView(
        boxes=boxes,
        upper=upper,
        par=upper - card.variant.par * sum(faces),
        upper_bonus=upper_bonus,
        lower=lower,
        bonus=bonus,
        total=upper + lower + upper_bonus + bonus,
    )


def last_view(last: LastFill) -> LastView:
    """Return the box that was filled last, as browsers get it."""
    return LastView(
        seat=last.seat,
        turn=last.turn,
        dice=last.dice,
        column=last.fill.box.column,
        category=last.fill.box.category,
        points=last.fill.points,
        bonus=last.fill.bonus,
        joker=last.fill.joker,
        timed_out=last.timed_out,
    )
