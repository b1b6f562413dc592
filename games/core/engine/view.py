"""Builds the view of a game that browsers draw, and finds what changes in it from one state to the
next without building both. Only in rounds does it depend on the viewer.
"""

from functools import lru_cache
from typing import TypeVar

from msgspec import UNSET, UnsetType

from games.core.engine.evolve import seen
from games.core.engine.game_view import (
    CardChanges,
    CardView,
    ColumnChanges,
    ColumnView,
    Fairness,
    FairnessChanges,
    GameVariant,
    GameView,
    LastView,
    OptionColumn,
    OptionView,
    ReplayView,
    SeatChanges,
    SeatView,
    TurnView,
    ViewChanges,
)
from games.core.engine.state import GameState, LastFill, Round, SeatState, Turn
from games.core.rules import Fill, Scorecard


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


T = TypeVar("T")


def view_changes(before: GameState, after: GameState, viewer: int | None = None) -> ViewChanges:
    """Return what turns `view(before, viewer)` into `view(after, viewer)`, besides `seq`.

    `after` is a later state of the same game.
    """
    before, after = seen(before, viewer), seen(after, viewer)
    same_pace = _is_same_pace(before, after)
    return ViewChanges(
        status=_changed(before.status, after.status),
        round=UNSET if same_pace else _changed(round_of(before), round_of(after)),
        deadline=UNSET if same_pace else _changed(before.next_deadline, after.next_deadline),
        acting=_changed(before.acting, after.acting),
        revealing=_changed(before.revealing, after.revealing),
        seats=_seats_changes(before, after),
        last=_last_changes(before, after),
        fairness=_fairness_changes(before, after),
        done=_done_changes(before, after),
        revealed=_revealed_changes(before, after),
        public=_public_changes(before, after),
    )


def _done_changes(before: GameState, after: GameState) -> tuple[int, ...] | UnsetType:
    if after.round is None:
        return UNSET
    return after.done if before.round is None else _changed(before.done, after.done)


def _public_changes(before: GameState, after: GameState) -> int | UnsetType:
    if after.round is None:
        return UNSET
    known = None if before.round is None else public_seq(before)
    return UNSET if known == public_seq(after) else public_seq(after)


def _revealed_changes(before: GameState, after: GameState) -> tuple[LastView, ...] | UnsetType:
    if after.round is None:
        return UNSET
    now = revealed_view(after.round)
    return now if before.round is None else _changed(revealed_view(before.round), now)


def _is_same_pace(before: GameState, after: GameState) -> bool:
    """Whether round and deadline cannot differ, as after a person's roll, the most common move."""
    # The status counts because a game that ends loses its deadline, even if nobody was acting.
    if (before.acting, before.status) != (after.acting, after.status):
        return False
    for old, new in zip(before.seats, after.seats, strict=True):
        if old is not new and (
            old.turn.number != new.turn.number
            or old.turn.started_at != new.turn.started_at
            or old.auto != new.auto
            or old.out != new.out
            or (old.turn.rolls != new.turn.rolls and not new.is_timed)
        ):
            return False
    return True


def _changed(before: T, after: T) -> T | UnsetType:
    return UNSET if before == after else after


def _seats_changes(before: GameState, after: GameState) -> tuple[SeatChanges, ...] | UnsetType:
    changed = []
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        acted, acts = number in before.acting, number in after.acting
        if old is not new or acted is not acts:
            changes = _seat_changes(number, old, new, acted, acts)
            if changes is not None:
                changed.append(changes)
    return tuple(changed) if changed else UNSET


def _seat_changes(
    number: int, old: SeatState, new: SeatState, acted: bool, acts: bool
) -> SeatChanges | None:
    """Return the changes of a seat, or None. `acted`, `acts`: whether it could act, and can now."""
    turn: TurnView | UnsetType = UNSET
    if old.turn is not new.turn:
        turn = _changed(turn_view(old.turn), turn_view(new.turn))
    changes = SeatChanges(
        seat=number,
        turn=turn,
        may_roll=_changed(may_roll(old, acted), may_roll(new, acts)),
        options=_options_changes(old, new, acted, acts),
        card=UNSET if old.card is new.card else _card_changes(old.card, new.card),
        out=_changed(bool(old.out), bool(new.out)),
        auto=_changed(old.auto, new.auto),
        place=_changed(old.place, new.place),
    )
    return None if changes == SeatChanges(seat=number) else changes


def _options_changes(
    old: SeatState, new: SeatState, acted: bool, acts: bool
) -> tuple[OptionColumn, ...] | UnsetType:
    before = _options_source(old, acted)
    after = _options_source(new, acts)
    if before == after:
        return UNSET
    return () if after is None else option_columns(new.card.fills(new.turn.dice or (), after[1]))


def _options_source(
    seat: SeatState, acts: bool
) -> tuple[tuple[int, ...] | None, int, Scorecard] | None:
    """Return what the options of a seat depend on; None if it has no options."""
    return (seat.turn.dice, seat.turn.rolls, seat.card) if may_score(seat, acts) else None


def option_columns(fills: list[Fill]) -> tuple[OptionColumn, ...]:
    """Return fills in card order, grouped by column and bonus."""
    columns: list[tuple[int, dict[str, int], int, list[str]]] = []
    column = bonus = -1
    points: dict[str, int] = {}
    jokers: list[str] = []
    for (here, category), worth, extra, joker in fills:
        if here != column or extra != bonus:
            column, bonus, points, jokers = here, extra, {}, []
            columns.append((column, points, bonus, jokers))
        points[category] = worth
        if joker:
            jokers.append(category)
    return tuple(
        [
            OptionColumn(column, points, bonus, tuple(jokers))
            for column, points, bonus, jokers in columns
        ]
    )


def _card_changes(old: Scorecard, new: Scorecard) -> CardChanges:
    before, after = card_view(old), card_view(new)
    columns = [
        _column_changes(number, was, now)
        for number, (was, now) in enumerate(zip(before.columns, after.columns, strict=True))
        if was != now
    ]
    return CardChanges(tuple(columns), _changed(before.total, after.total))


def _column_changes(number: int, old: ColumnView, new: ColumnView) -> ColumnChanges:
    boxes = {box: points for box, points in new.boxes.items() if old.boxes.get(box) != points}
    return ColumnChanges(
        column=number,
        boxes=boxes or UNSET,
        upper=_changed(old.upper, new.upper),
        par=_changed(old.par, new.par),
        upper_bonus=_changed(old.upper_bonus, new.upper_bonus),
        lower=_changed(old.lower, new.lower),
        bonus=_changed(old.bonus, new.bonus),
        total=_changed(old.total, new.total),
    )


def _last_changes(before: GameState, after: GameState) -> LastView | UnsetType | None:
    if before.last == after.last:
        return UNSET
    return None if after.last is None else last_view(after.last)


def _fairness_changes(before: GameState, after: GameState) -> FairnessChanges | UnsetType:
    if before.seeds == after.seeds and before.secret == after.secret:
        return UNSET
    return FairnessChanges(
        _changed(before.seeds, after.seeds), _changed(before.secret, after.secret)
    )
