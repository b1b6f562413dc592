"""Events: what happened in a game, as the log stores it.

They hold outcomes, so fixing a rule never changes an old game. Each has a seat (None if it
concerns all seats) and a time in milliseconds since 1970.

Their fields are described only here: `games.core.protocol.events` makes from these classes what
browsers get. So every field is public, as soon as its event is. Types state the limits of the
protocol, which nobody checks in old logs. In a docstring, the first paragraph is the protocol's
text about the event, the second one about its fields; others are for the engine only.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Literal, Self

from games.core.engine.fields import (
    Column,
    Dice,
    EndSecret,
    GameCode,
    Hold,
    Milliseconds,
    Place,
    Points,
    RollNumber,
    Salt,
    Scheme,
    SeatNumber,
    Sha256,
    TurnNumber,
)
from games.core.engine.state import DiceMode, Mode


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log, without its sequence number."""

    type: ClassVar[str]
    seat: SeatNumber | None
    at: Milliseconds

    def data(self) -> dict[str, Any]:
        """Return the fields of this kind of event as JSON values, leaving out default values."""
        data = {name: getattr(self, name) for name in DATA_FIELDS[self.type]}
        for name, default in DEFAULTS[self.type].items():
            if data[name] == default:
                del data[name]
        return data

    @classmethod
    def from_data(cls, seat: int | None, at: int, data: dict[str, Any]) -> Self:
        """Return the event whose `data()` is `data`."""
        return cls(seat=seat, at=at, **{name: frozen(value) for name, value in data.items()})


def frozen(value: Any) -> Any:
    """Return `value` with every JSON array made a tuple."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """Playing order, `first`, the version of the `rules`, the locked seals. A game with `share`
    admits only its players, and ends with `secret` "".

    What is fixed when a game begins. `first`: the seat that begins. `stand_in`: the bot that
    plays for anyone who is away. `replay` is absent unless the dice are those of an older game.
    `scheme` is absent in games of the older scheme, in which nobody sealed a seed. `dice` is absent
    if each seat has its own; `share` is absent unless other games have the same secret and dice.
    `begins` is there if the first round begins later than at once (ms since 1970).

    `seats` and `replay` are JSON objects, with the fields of the protocol's `StartedSeat` and of
    `ReplayView`.
    """

    type = "game.started"
    code: GameCode
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Mode
    clock: int | None
    seats: tuple[dict[str, Any], ...]
    first: SeatNumber
    commitment: Sha256
    stand_in: str = ""
    replay: dict[str, Any] | None = None
    scheme: Scheme = ""
    dice: DiceMode = "own"
    share: GameCode = ""
    begins: int = 0


@dataclass(frozen=True, slots=True)
class SeedRevealed(Event):
    """The seat's seed is `salt` followed by `seed`. The last one begins the first turn and its
    clock, at `at`.

    The seed behind the seat's seal: its salt and its text.
    """

    type = "seed.revealed"
    salt: Salt
    seed: str


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """All dice after roll `roll`. The dice at `hold` did not move.

    All dice after roll `roll`. The dice at `hold` were not rolled.
    """

    type = "dice.rolled"
    turn: TurnNumber
    roll: RollNumber
    hold: Hold
    dice: Dice


@dataclass(frozen=True, slots=True)
class BoxScored(Event):
    """Raw points, raw bonus for an extra Yahtzee, whether a joker was used.

    Raw points, raw bonus points of an extra Yahtzee, and whether a joker was used.
    """

    type = "box.scored"
    turn: TurnNumber
    column: Column
    category: str
    points: Points
    bonus: Points
    joker: bool


@dataclass(frozen=True, slots=True)
class HintGiven(Event):
    """The player was told the best choice.

    The moment that the hint was for.
    """

    type = "hint.given"
    turn: TurnNumber
    roll: RollNumber


@dataclass(frozen=True, slots=True)
class TurnTimedOut(Event):
    """The server makes the roll (if there was none) and fills the box that follows.

    The turn that ran out of time.
    """

    type = "turn.timed_out"
    turn: TurnNumber


@dataclass(frozen=True, slots=True)
class SeatAway(Event):
    """Automatic play begins, after two `timeouts` in a row or because others `asked`.

    The reason: two time-outs in a row, or the others asked for it.
    """

    type = "seat.away"
    reason: Literal["timeouts", "asked"]


@dataclass(frozen=True, slots=True)
class SeatBack(Event):
    """The player plays again."""

    type = "seat.back"


@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """The player has resigned."""

    type = "seat.resigned"


@dataclass(frozen=True, slots=True)
class RoundRevealed(Event):
    """In rounds (docs/protocol.md#rounds): the round is public. Nobody rolls before `begins`. In a
    duplicate event (docs/events.md#duplicate-events) it may come again with an earlier `begins`.

    The number of the round, and when the next one begins.
    """

    type = "round.revealed"
    round: TurnNumber
    begins: Milliseconds


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """Place and total of each seat, and the secret.

    Place and total of each seat, and the secret that proves the dice: "" if the game shares its
    dice, until the last of those games is over.

    Ties share a place.
    """

    type = "game.finished"
    places: tuple[Place, ...]
    totals: tuple[int, ...]
    secret: EndSecret


@dataclass(frozen=True, slots=True)
class GameAborted(Event):
    """No result, but the secret.

    The reason, and the secret as in `GameFinishedData`.
    """

    type = "game.aborted"
    reason: str
    secret: EndSecret


@dataclass(frozen=True, slots=True)
class GameCancelled(Event):
    """The seats `withheld` did not show their seeds; at a paired table where somebody had sent no
    seed in time, only theirs. `blamed`: it was their players' fault.

    The seats that did not show their seeds, whether that was their players' fault, and the
    secret as in `GameFinishedData`.
    """

    type = "game.cancelled"
    withheld: tuple[SeatNumber, ...]
    blamed: bool
    secret: EndSecret


KINDS: dict[str, type[Event]] = {
    kind.type: kind
    for kind in (
        GameStarted,
        SeedRevealed,
        DiceRolled,
        BoxScored,
        HintGiven,
        TurnTimedOut,
        SeatAway,
        SeatBack,
        SeatResigned,
        RoundRevealed,
        GameFinished,
        GameAborted,
        GameCancelled,
    )
}
DATA_FIELDS: dict[str, tuple[str, ...]] = {
    name: tuple(field.name for field in fields(kind) if field.name not in ("seat", "at"))
    for name, kind in KINDS.items()
}
DEFAULTS: dict[str, dict[str, Any]] = {
    name: {field.name: field.default for field in fields(kind) if field.default is not MISSING}
    for name, kind in KINDS.items()
}
"""Fields that are absent from the log and the protocol when they have these values."""


def event_from_data(type_: str, seat: int | None, at: int, data: dict[str, Any]) -> Event:
    """Return the event of a log line. Raises KeyError for an unknown type."""
    return KINDS[type_].from_data(seat, at, data)
