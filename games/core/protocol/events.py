"""The events of a game's log, as browsers get them.

The engine has its own event types: old logs must stay readable. The types here follow the limits of
this version of the protocol and put the fields of each kind of event into `data`.
"""

from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine import events as engine_events
from games.core.engine.fields import (
    Column,
    Dice,
    EndSecret,
    GameCode,
    Hold,
    Milliseconds,
    Place,
    PlayerId,
    Points,
    Record,
    RollNumber,
    Salt,
    Scheme,
    Seal,
    SeatNumber,
    Seq,
    Sha256,
    TurnNumber,
)
from games.core.engine.game_view import ReplayView
from games.core.engine.state import DiceMode, Mode


class EventBase(Record, frozen=True, tag_field="type", kw_only=True):
    """An event of a game's log. `by`: id of the player for whom somebody acted, colon, and id of
    the command that led to it.
    `log`: in rounds, the number in the log of an event that a reveal shows; see `Rounds`.
    """

    seq: Seq
    seat: SeatNumber | None
    at: Milliseconds
    by: str | UnsetType = UNSET
    log: Seq | UnsetType = UNSET


class StartedSeat(Record, frozen=True):
    """The player of a seat and their seed. Only bots have `bot` and `persona`.

    `seal`, `salt` and `known` are absent in games of the older scheme. `known`: whether the server
    knew the seed; if not, `seed` and `salt` are "", and the event `seed.revealed` follows.
    """

    player: PlayerId
    name: str
    seed: str
    bot: bool | UnsetType = UNSET
    persona: str | UnsetType = UNSET
    seal: Seal | UnsetType = UNSET
    salt: Salt | UnsetType = UNSET
    known: bool | UnsetType = UNSET


class GameStartedData(Record, frozen=True):
    """What is fixed when a game begins. `first`: the seat that begins. `stand_in`: the bot that
    plays for anyone who is away. `replay` is absent unless the dice are those of an older game.
    `scheme` is absent in games of the older scheme, in which nobody sealed a seed. `dice` is absent
    if each seat has its own; `share` is absent unless other games have the same secret and dice.
    `begins` is there if the first round begins later than at once (ms since 1970).
    """

    code: GameCode
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Mode
    clock: int | None
    seats: tuple[StartedSeat, ...]
    first: SeatNumber
    commitment: Sha256
    stand_in: str | UnsetType = UNSET
    replay: ReplayView | UnsetType = UNSET
    scheme: Scheme | UnsetType = UNSET
    dice: DiceMode | UnsetType = UNSET
    share: GameCode | UnsetType = UNSET
    begins: int | UnsetType = UNSET


class GameStarted(EventBase, tag="game.started", frozen=True, kw_only=True):
    """Playing order, `first`, the version of the `rules`, the locked seals. A game with `share`
    admits only its players, and ends with `secret` "".
    """

    data: GameStartedData


class SeedRevealedData(Record, frozen=True):
    """The seed behind the seat's seal: its salt and its text."""

    salt: Salt
    seed: str


class SeedRevealed(EventBase, tag="seed.revealed", frozen=True, kw_only=True):
    """The seat's seed is `salt` followed by `seed`. The last one begins the first turn and its
    clock, at `at`.
    """

    data: SeedRevealedData


class DiceRolledData(Record, frozen=True):
    """All dice after roll `roll`. The dice at `hold` were not rolled."""

    turn: TurnNumber
    roll: RollNumber
    hold: Hold
    dice: Dice


class DiceRolled(EventBase, tag="dice.rolled", frozen=True, kw_only=True):
    """All dice after roll `roll`. The dice at `hold` did not move."""

    data: DiceRolledData


class BoxScoredData(Record, frozen=True):
    """Raw points, raw bonus points of an extra Yahtzee, and whether a joker was used."""

    turn: TurnNumber
    column: Column
    category: str
    points: Points
    bonus: Points
    joker: bool


class BoxScored(EventBase, tag="box.scored", frozen=True, kw_only=True):
    """Raw points, raw bonus for an extra Yahtzee, whether a joker was used."""

    data: BoxScoredData


class HintGivenData(Record, frozen=True):
    """The moment that the hint was for."""

    turn: TurnNumber
    roll: RollNumber


class HintGiven(EventBase, tag="hint.given", frozen=True, kw_only=True):
    """The player was told the best choice."""

    data: HintGivenData


class TurnTimedOutData(Record, frozen=True):
    """The turn that ran out of time."""

    turn: TurnNumber


class TurnTimedOut(EventBase, tag="turn.timed_out", frozen=True, kw_only=True):
    """The server makes the roll (if there was none) and fills the box that follows."""

    data: TurnTimedOutData


class SeatAwayData(Record, frozen=True):
    """The reason: two time-outs in a row, or the others asked for it."""

    reason: Literal["timeouts", "asked"]


class SeatAway(EventBase, tag="seat.away", frozen=True, kw_only=True):
    """Automatic play begins, after two `timeouts` in a row or because others `asked`."""

    data: SeatAwayData


class Nothing(Record, frozen=True):
    """No data."""


class SeatBack(EventBase, tag="seat.back", frozen=True, kw_only=True):
    """The player plays again."""

    data: Nothing


class SeatResigned(EventBase, tag="seat.resigned", frozen=True, kw_only=True):
    """The player has resigned."""

    data: Nothing


class RoundRevealedData(Record, frozen=True):
    """The number of the round, and when the next one begins."""

    round: TurnNumber
    begins: Milliseconds


class RoundRevealed(EventBase, tag="round.revealed", frozen=True, kw_only=True):
    """In rounds (docs/protocol.md#rounds): the round is public. Nobody rolls before `begins`. In a
    duplicate event (docs/events.md#duplicate-events) it may come again with an earlier `begins`.
    """

    data: RoundRevealedData


class GameFinishedData(Record, frozen=True):
    """Place and total of each seat, and the secret that proves the dice: "" if the game shares its
    dice, until the last of those games is over.
    """

    places: tuple[Place, ...]
    totals: tuple[int, ...]
    secret: EndSecret


class GameFinished(EventBase, tag="game.finished", frozen=True, kw_only=True):
    """Place and total of each seat, and the secret."""

    data: GameFinishedData


class GameAbortedData(Record, frozen=True):
    """The reason, and the secret as in `GameFinishedData`."""

    reason: str
    secret: EndSecret


class GameAborted(EventBase, tag="game.aborted", frozen=True, kw_only=True):
    """No result, but the secret."""

    data: GameAbortedData


class GameCancelledData(Record, frozen=True):
    """The seats that did not show their seeds, whether that was their players' fault, and the
    secret as in `GameFinishedData`.
    """

    withheld: tuple[SeatNumber, ...]
    blamed: bool
    secret: EndSecret


class GameCancelled(EventBase, tag="game.cancelled", frozen=True, kw_only=True):
    """The seats `withheld` did not show their seeds; at a paired table where somebody had sent no
    seed in time, only theirs. `blamed`: it was their players' fault.
    """

    data: GameCancelledData


Event = (
    GameStarted
    | SeedRevealed
    | DiceRolled
    | BoxScored
    | HintGiven
    | TurnTimedOut
    | SeatAway
    | SeatBack
    | SeatResigned
    | RoundRevealed
    | GameFinished
    | GameAborted
    | GameCancelled
)

_TYPES: dict[str, tuple[type[Any], type[Any]]] = {
    str(kind.__struct_config__.tag): (kind, msgspec.structs.fields(kind)[-1].type)
    for kind in get_args(Event)
}


def event_message(seq: int, event: engine_events.Event, by: str, log: int | None = None) -> Event:
    """Return event number `seq` of a game as browsers get it.

    `by`: the command that led to it, "" for the server itself. `log`: its number in the log, if
    the viewer may know it and it may differ.
    """
    kind, data = _TYPES[event.type]
    message: Event = kind(
        seq=seq,
        seat=event.seat,
        at=event.at,
        by=by or UNSET,
        log=UNSET if log is None else log,
        data=_started_data(event)
        if isinstance(event, engine_events.GameStarted)
        else data(*[getattr(event, name) for name in data.__struct_fields__]),
    )
    return message


def _started_data(event: engine_events.GameStarted) -> GameStartedData:
    return GameStartedData(
        code=event.code,
        variant=event.variant,
        switches=event.switches,
        rules=event.rules,
        mode=event.mode,
        clock=event.clock,
        seats=tuple([StartedSeat(**seat) for seat in event.seats]),
        first=event.first,
        commitment=event.commitment,
        stand_in=event.stand_in or UNSET,
        replay=UNSET if event.replay is None else ReplayView(**event.replay),
        scheme="sealed" if event.scheme else UNSET,
        dice=UNSET if event.dice == "own" else event.dice,
        share=event.share or UNSET,
        begins=event.begins or UNSET,
    )
