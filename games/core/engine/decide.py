"""(state, seat, action, dice) -> events. Checks actions. Nothing else draws dice."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from games.core.engine.actions import (
    Abort,
    Action,
    AutoPlay,
    Back,
    BeginSooner,
    Complete,
    Hint,
    Resign,
    Reveal,
    Roll,
    Score,
    TimeOut,
    Withhold,
)
from games.core.engine.clocks import is_long
from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    GameAborted,
    GameCancelled,
    GameFinished,
    GameStarted,
    HintGiven,
    RoundRevealed,
    SeatAway,
    SeatBack,
    SeatResigned,
    SeedRevealed,
    TurnTimedOut,
)
from games.core.engine.evolve import evolve, evolve_all
from games.core.engine.fairness import seal
from games.core.engine.state import (
    GRACE_MS,
    MIN_SHOW_MS,
    SHOW_MS,
    DiceMode,
    GameState,
    Mode,
    Round,
    SeatState,
)
from games.core.refusal import Refusal
from games.core.rules import Dice, Fill, IllegalBox, Scorecard, UnknownCategory, Variant


class DiceSource(Protocol):
    """Source of dice: `fairness.FairDice` on the site, a script in tests."""

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return the face at a position (from 0) of a seat's turn and roll (from 1)."""
        ...

    def reveal(self) -> str:
        """Return the secret that proves the dice (hex), for the event that ends the game."""
        ...


class IllegalAction(Refusal, ValueError):
    """The action is not allowed now. `code` is one of the protocol's error codes."""


class Player(NamedTuple):
    """A player when the game starts: id, name, client seed, and the personality of a bot.

    `seal`: the seal of a seed that the server does not know (then `seed` is ""); "" for a known
    seed. `absent`: the player sent no seal although the game needs it. Such a start is cancelled.
    """

    player: int
    name: str
    seed: str
    bot: bool = False
    persona: str = ""
    seal: str = ""
    absent: bool = False


def start(
    code: str,
    variant: Variant,
    players: Sequence[Player],
    commitment: str,
    now: int,
    *,
    clock: int | None = None,
    first: int = 0,
    stand_in: str = "",
    sealed: bool = False,
    dice: DiceMode = "own",
    share: str = "",
    mode: Mode = "turns",
    begins: int = 0,
) -> GameStarted:
    """Return the first event of a game.

    `clock`: seconds for each turn. `first`: the seat that begins. `stand_in`: the personality of
    the bot that plays for players who are away ("" for none). `sealed`: the game waits
    for the seeds behind its players' seals. `dice`, `share` and `begins` are as in `GameStarted`.
    Raises ValueError for settings that do not fit together.
    """
    if mode == "rounds" and clock is None:
        raise ValueError("rounds need a clock")
    if begins and (mode == "turns" or sealed):
        raise ValueError("only rounds without sealed seeds begin at a given time")
    if dice == "same" and mode == "turns" and len(players) > 1:
        raise ValueError("in turns, seats with the same dice would know theirs from others")
    if not 0 <= first < len(players):
        raise ValueError("the first seat must be one of the players'")
    if share and (dice == "own" or sealed):
        raise ValueError("shared dice are the same for all seats, and depend on no seed")
    return GameStarted(
        seat=None,
        at=now,
        code=code,
        variant=variant.id,
        switches=dict(variant.switches),
        rules=variant.version,
        mode=mode,
        clock=clock,
        seats=tuple(_seat_data(player, code if sealed else None) for player in players),
        first=first,
        commitment=commitment,
        stand_in=stand_in,
        scheme="sealed" if sealed else "",
        dice=dice,
        share=share,
        begins=begins,
    )


def _seat_data(player: Player, code: str | None) -> dict[str, object]:
    """Return a seat of `GameStarted`. Only bots have `bot` and `persona`.

    `code`: the game's code if its seeds are sealed.
    """
    data: dict[str, object] = {
        "player": player.player,
        "name": player.name,
        "seed": player.seed,
    }
    if player.bot:
        data |= {"bot": True, "persona": player.persona}
    if code is not None:
        known = not (player.seal or player.absent)
        # The server itself seals the seeds that it knows.
        own = seal(code, player.player, "", player.seed) if known and not player.bot else ""
        data |= {"seal": player.seal or own, "salt": "", "known": known}
    return data


def decide(
    state: GameState, seat: int | None, action: Action, dice: DiceSource, now: int
) -> tuple[Event, ...]:
    """Return the events of `action` by `seat` (None: the server) at `now` (ms since 1970). Returns
    none if the action changes nothing and its player must not learn this.

    Raises IllegalAction if it is not allowed.
    """
    events, _ = decide_and_evolve(state, seat, action, dice, now)
    return events


def decide_and_evolve(
    state: GameState, seat: int | None, action: Action, dice: DiceSource, now: int
) -> tuple[tuple[Event, ...], GameState]:
    """Return the events of an action, as `decide` does, and the state after them."""
    if state.status != "playing":
        raise IllegalAction("game_over", "The game is over.")
    if isinstance(action, Abort | Withhold):
        end = _end_without_result(state, action, dice, now)
        return (end,), evolve(state, end)
    if isinstance(action, BeginSooner):
        moved = _begin_sooner(state, action, now)
        return (moved,), evolve(state, moved)
    if isinstance(action, Complete):
        lacking = _lacking(state, dice, now)
        if not lacking:
            raise IllegalAction("stale", "The log lacks nothing.")
        return lacking, evolve_all(state, lacking)
    if seat is None or not 0 <= seat < len(state.seats):
        raise IllegalAction("not_seated", "You have no seat in this game.")
    if isinstance(action, Reveal):
        shown = _reveal(state, seat, action, now)
        return (shown,), evolve(state, shown)
    if state.revealing:
        raise IllegalAction("not_started", "The game waits for the players' seeds.")
    if state.seats[seat].out:
        raise IllegalAction("not_your_turn", "You have resigned from this game.")
    events = _events_of(state, seat, action, dice, now)
    after = evolve_all(state, events)
    if not events or isinstance(events[-1], DiceRolled):
        return events, after
    rest = _lacking(after, dice, now)
    return events + rest, evolve_all(after, rest)


def _lacking(state: GameState, dice: DiceSource, now: int) -> tuple[Event, ...]:
    """Return what must follow at once: the reveal of the round, the end of the game, or both."""
    if state.revealing:
        return ()
    revealed = _reveal_round(state, now)
    return revealed + _ending(evolve_all(state, revealed), dice, now)


def _events_of(
    state: GameState, seat: int, action: Action, dice: DiceSource, now: int
) -> tuple[Event, ...]:
    match action:
        case Roll():
            return _roll(state, seat, action, dice, now)
        case Score():
            return _score(state, seat, action, now)
        case Hint():
            return _hint(state, seat, action, now)
        case Resign():
            return (SeatResigned(seat, now),)
        case AutoPlay():
            return _auto_play(state, seat, action.seat, now)
        case Back():
            if not state.seats[seat].auto:
                raise IllegalAction("stale", "You are already back.")
            return (SeatBack(seat, now),)
        case TimeOut():
            return _time_out(state, seat, dice, now)
        case Abort() | Withhold() | Reveal() | BeginSooner() | Complete():
            raise AssertionError("handled in decide_and_evolve")


def _end_without_result(
    state: GameState, action: Abort | Withhold, dice: DiceSource, now: int
) -> GameAborted | GameCancelled:
    if isinstance(action, Abort):
        return GameAborted(None, now, action.reason, _revealed(state, dice))
    withheld = tuple(sorted(set(action.seats) & set(state.revealing)))
    if not withheld:
        raise IllegalAction("stale", "These seeds are shown.")
    return GameCancelled(None, now, withheld, action.blamed, _revealed(state, dice))


def _revealed(state: GameState, dice: DiceSource) -> str:
    """Return the secret that the game's last event reveals; "" if other games share it."""
    return "" if state.share else dice.reveal()


def _reveal(state: GameState, seat: int, action: Reveal, now: int) -> SeedRevealed:
    sealing = state.sealing
    if sealing is None or seat not in sealing.waiting:
        raise IllegalAction("stale", "Your seed is shown already.")
    if seal(state.code, state.seats[seat].player, action.salt, action.text) != sealing.seals[seat]:
        raise IllegalAction("bad_seed", "This is not the seed that was sealed.")
    return SeedRevealed(seat, now, action.salt, action.text)


def _begin_sooner(state: GameState, action: BeginSooner, now: int) -> RoundRevealed:
    """Return the event that begins the round earlier, before anybody has rolled in it."""
    known = state.round
    if known is None or not state.share or state.revealing:
        raise IllegalAction("forbidden", "Only rounds at several tables can begin sooner.")
    if action.round < 1 or any(seat.turn.number != action.round + 1 for seat in state.seats):
        raise IllegalAction("stale", "The game has moved on.")
    begun = min(seat.turn.started_at or 0 for seat in known.seats)
    if action.begins >= begun or any(seat.turn.rolls for seat in state.seats):
        raise IllegalAction("stale", "The round has begun.")
    return RoundRevealed(None, now, action.round, action.begins)


def _check_moment(state: GameState, seat: int, action: Roll | Score, now: int) -> None:
    """Raise IllegalAction unless the seat may act, and the action is for the present moment."""
    mine = state.seats[seat].turn
    if (action.turn, action.roll) != (mine.number, mine.rolls):
        raise IllegalAction("stale", "The game has moved on.")
    if action.stand_in and not state.seats[seat].auto:
        raise IllegalAction("stale", "The player is back.")
    if seat not in state.acting:
        raise IllegalAction("not_your_turn", "It is not your turn.")
    if state.round is not None and mine.started_at is not None and now < mine.started_at:
        raise IllegalAction("not_started", "The round has not begun yet.")
    due = state.due(seat)
    # With a long clock, who moves before the server does is in time: the server waits for players
    # on holiday, of which the state knows nothing.
    is_timed = state.seats[seat].is_timed and not is_long(state.clock)
    if due is not None and is_timed and now >= due:
        raise IllegalAction("stale", "Your time is up.")


def _end_auto_play(
    state: GameState, seat: int, action: Roll | Score, now: int
) -> tuple[Event, ...]:
    """Return the event that ends automatic play, if the player themselves acts during it."""
    return (SeatBack(seat, now),) if state.seats[seat].auto and not action.stand_in else ()


def _roll(
    state: GameState, seat: int, action: Roll, dice: DiceSource, now: int
) -> tuple[Event, ...]:
    _check_moment(state, seat, action, now)
    if action.roll >= state.seats[seat].turn.most_rolls(state.variant):
        raise IllegalAction("no_rolls_left", "No rolls left. Score a box.")
    hold = tuple(sorted(action.hold))
    count = state.variant.dice_count
    if len(set(hold)) != len(hold) or any(not 0 <= position < count for position in hold):
        raise IllegalAction("bad_hold", "Each die can be held once.")
    if hold and action.roll == 0:
        raise IllegalAction("bad_hold", "Roll the dice first.")
    return (*_end_auto_play(state, seat, action, now), _dice_rolled(state, seat, hold, dice, now))


def _dice_rolled(
    state: GameState, seat: int, hold: tuple[int, ...], dice: DiceSource, now: int
) -> DiceRolled:
    turn = state.seats[seat].turn
    on_table = turn.dice or ()
    dice_now = tuple(
        on_table[position]
        if position in hold
        else dice.throw(seat, turn.number, turn.rolls + 1, position)
        for position in range(state.variant.dice_count)
    )
    return DiceRolled(seat, now, turn.number, turn.rolls + 1, hold, dice_now)


def _score(state: GameState, seat: int, action: Score, now: int) -> tuple[Event, ...]:
    _check_moment(state, seat, action, now)
    mine = state.seats[seat]
    if mine.turn.dice is None:
        raise IllegalAction("must_roll_first", "Roll the dice first.")
    try:
        fill = mine.card.outcome((action.column, action.category), mine.turn.dice, mine.turn.rolls)
    except UnknownCategory as error:
        raise IllegalAction("no_such_box", "There is no such box.") from error
    except IllegalBox as error:
        raise IllegalAction(error.code, str(error)) from error
    return (
        *_end_auto_play(state, seat, action, now),
        _box_scored(seat, mine.turn.number, fill, now),
    )


def _hint(state: GameState, seat: int, action: Hint, now: int) -> tuple[Event, ...]:
    # Checked like a roll: asking for a hint also ends automatic play.
    moment = Roll(action.turn, action.roll)
    _check_moment(state, seat, moment, now)
    turn = state.seats[seat].turn
    if turn.dice is None:
        raise IllegalAction("must_roll_first", "Roll the dice first.")
    if state.share:
        raise IllegalAction("forbidden", "Games that share their dice have no hints.")
    if turn.hint == turn.rolls:
        raise IllegalAction("stale", "You already have a hint for these dice.")
    given = HintGiven(seat, now, turn.number, turn.rolls)
    return (*_end_auto_play(state, seat, moment, now), given)


def _box_scored(seat: int, turn: int, fill: Fill, now: int) -> BoxScored:
    return BoxScored(
        seat, now, turn, fill.box.column, fill.box.category, fill.points, fill.bonus, fill.joker
    )


def _auto_play(state: GameState, seat: int, absent: int, now: int) -> tuple[Event, ...]:
    # Coming back restarts the turn's clock, so players must not send themselves away.
    if absent == seat:
        raise IllegalAction("forbidden", "You cannot mark yourself as away.")
    if absent not in state.acting:
        raise IllegalAction("stale", "It is not that player's turn.")
    if not state.seats[absent].is_timed:
        if state.round is not None:
            # Not an error: until the reveal nobody may learn whether others have asked before.
            return ()
        raise IllegalAction("stale", "That seat is already played automatically.")
    return (SeatAway(absent, now, "asked"),)


def _time_out(state: GameState, seat: int, dice: DiceSource, now: int) -> tuple[Event, ...]:
    """Fill the box with the most points. Roll once before if there are no dice yet."""
    due = state.due(seat) if seat in state.acting else None
    if due is None or now < due:
        raise IllegalAction("stale", "Time is not up yet.")
    mine = state.seats[seat]
    events: list[Event] = []
    if mine.is_timed:
        events.append(TurnTimedOut(seat, now, mine.turn.number))
        if mine.timeouts:
            events.append(SeatAway(seat, now, "timeouts"))
    on_table, roll = mine.turn.dice, mine.turn.rolls
    if on_table is None:
        thrown = _dice_rolled(state, seat, (), dice, now)
        events.append(thrown)
        on_table, roll = thrown.dice, thrown.roll
    events.append(_box_scored(seat, mine.turn.number, best_fill(mine.card, on_table, roll), now))
    return tuple(events)


def best_fill(card: Scorecard, dice: Dice, roll: int) -> Fill:
    """Return the fill with the most points, ties in card order."""
    box, _ = card.best(dice, roll)[0]
    return card.outcome(box, dice, roll)


def _reveal_round(state: GameState, now: int) -> tuple[Event, ...]:
    """Return the event that shows the round, if nobody has to act in it any more."""
    known = state.round
    if known is None or not _shows_round(state, known):
        return ()
    number = min(seat.turn.number for seat in known.seats if not seat.out)
    again = 0 if _is_won(state.seats) else sum(seat.has_turns_left for seat in state.seats)
    begins = now + SHOW_MS if again > 1 else now
    if state.share:
        begun = max(seat.turn.started_at or 0 for seat in known.seats)
        begins = max(now + MIN_SHOW_MS, next_common_round(begun, state.clock or 0))
    return (RoundRevealed(None, now, min(number, state.variant.rounds), begins),)


def _shows_round(state: GameState, known: Round) -> bool:
    if state.acting:
        # Also if all but one resign in the middle of a round. Version 1.0, which may run beside
        # this one, would take a log with that reveal for damaged; this version can read it.
        return False
    if _is_left_alone(state):
        return known.fills != known.shown
    return any(not seat.out for seat in state.seats)


def next_common_round(begun: int, clock: int) -> int:
    """Return when the next round begins at all tables that share the dice, if the last one began at
    `begun` (both in ms since 1970). `clock`: seconds.
    """
    # Always the whole clock, so that nobody sees dice that other tables have yet to roll.
    return begun + clock * 1000 + GRACE_MS + SHOW_MS


def _ending(state: GameState, dice: DiceSource, now: int) -> tuple[Event, ...]:
    """Return the final event if no turns are left, a box has won the game, or all seats but one
    have resigned.
    """
    # A round is played to its end: a box wins when it is shown.
    is_won = _is_won(state.seats if state.round is None else state.round.seats)
    if state.acting and not is_won and not _is_left_alone(state):
        return ()
    return (
        GameFinished(
            None,
            now,
            places=places(state),
            totals=tuple(seat.card.total for seat in state.seats),
            secret=_revealed(state, dice),
        ),
    )


def _is_won(seats: Sequence[SeatState]) -> bool:
    return any(seat.won for seat in seats)


def _is_left_alone(state: GameState) -> bool:
    """Whether all seats but one have resigned."""
    return len(state.seats) > 1 and sum(not seat.out for seat in state.seats) < 2


def places(state: GameState) -> tuple[int, ...]:
    """Return each seat's place, from 1: by total, with ties shared.

    Seats whose box won the game come first, and seats that resigned last. Among these, a later
    resignation gives the better place.
    """
    ranks = [
        (int(seat.won), seat.card.total) if not seat.out else (-1, seat.out) for seat in state.seats
    ]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
