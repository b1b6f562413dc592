"""Events: what happened in a game, as the log stores it.

They hold outcomes, so fixing a rule never changes an old game. Each has a seat (None if it
concerns all seats) and a time in milliseconds since 1970.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from games.core.engine.state import DiceMode, Mode


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log, without its sequence number."""

    type: ClassVar[str]
    seat: int | None
    at: int

    def data(self) -> dict[str, Any]:
        """Return the fields of this kind of event as JSON values."""
        return {name: getattr(self, name) for name in DATA_FIELDS[self.type]}

    @classmethod
    def from_data(cls, seat: int | None, at: int, data: dict[str, Any]) -> Self:
        """Return the event whose `data()` is `data`."""
        return cls(seat=seat, at=at, **{name: frozen(value) for name, value in data.items()})


def frozen(value: Any) -> Any:
    """Return `value` with every JSON array made a tuple."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The game begins.

    `seats`: for each seat a dict with `player, name, seed`, and for a bot also `bot, persona`.
    `rules`: the version of the rules. `stand_in`: the personality that plays for players who are
    away, or "". `replay`: None, or if the game uses the dice of a seat of an older game, a dict
    with that game's code, the seat, its seeds and its total (`game, seat, seeds, total`).

    `scheme`: "sealed", or "" for games in which nobody sealed a seed. With "sealed", a seat also
    has `seal, salt, known`: if the server did not know the seed, `seed` and `salt` are "", and a
    `SeedRevealed` follows.

    `dice`: "same" if the dice do not depend on the seat, else "own". `share`: the name of the group
    of games that share secret and dice, or ""; no seeds go into shared dice. `begins`: when the
    first round begins (ms since 1970), 0 for at once.
    """

    type = "game.started"
    code: str
    variant: str
    switches: dict[str, str]
    rules: int
    mode: Mode
    clock: int | None
    seats: tuple[dict[str, Any], ...]
    first: int
    commitment: str
    stand_in: str = ""
    replay: dict[str, Any] | None = None
    scheme: str = ""
    dice: DiceMode = "own"
    share: str = ""
    begins: int = 0

    def data(self) -> dict[str, Any]:
        """Return the fields as JSON values, leaving out default values."""
        # `super()` fails here: dataclass(slots=True) replaces the class.
        data = Event.data(self)
        if not self.scheme:
            del data["scheme"]
        if self.dice == "own":
            del data["dice"]
        if not self.share:
            del data["share"]
        if not self.begins:
            del data["begins"]
        if not self.stand_in:
            del data["stand_in"]
        if self.replay is None:
            del data["replay"]
        return data


@dataclass(frozen=True, slots=True)
class SeedRevealed(Event):
    """The seat's player showed the seed behind the seal: its salt and its text."""

    type = "seed.revealed"
    salt: str
    seed: str


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """All dice after roll number `roll` (from 1). The dice at the positions `hold` were kept."""

    type = "dice.rolled"
    turn: int
    roll: int
    hold: tuple[int, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoxScored(Event):
    """A box is filled. `points` and `bonus` (of a bonus Yahtzee) are raw points."""

    type = "box.scored"
    turn: int
    column: int
    category: str
    points: int
    bonus: int
    joker: bool


@dataclass(frozen=True, slots=True)
class HintGiven(Event):
    """The seat's player got a hint after `roll` rolls of the turn."""

    type = "hint.given"
    turn: int
    roll: int


@dataclass(frozen=True, slots=True)
class TurnTimedOut(Event):
    """The turn's deadline passed. The server plays the rest of the turn."""

    type = "turn.timed_out"
    turn: int


@dataclass(frozen=True, slots=True)
class SeatAway(Event):
    """Automatic play begins: after two "timeouts", or because another player "asked"."""

    type = "seat.away"
    reason: str


@dataclass(frozen=True, slots=True)
class SeatBack(Event):
    """Automatic play ends."""

    type = "seat.back"


@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """The seat's player gave up."""

    type = "seat.resigned"


@dataclass(frozen=True, slots=True)
class RoundRevealed(Event):
    """Round number `round` is over: its dice and boxes are public. The next one begins at `begins`
    (ms since 1970). Only in `mode: rounds`.

    At tables that share their dice it may come again, with an earlier `begins`.
    """

    type = "round.revealed"
    round: int
    begins: int


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """The result: each seat's place (ties share one) and total.

    `secret`: in hex, or "" if the game shares its dice. Then it is revealed when the last of those
    games is over.
    """

    type = "game.finished"
    places: tuple[int, ...]
    totals: tuple[int, ...]
    secret: str


@dataclass(frozen=True, slots=True)
class GameAborted(Event):
    """The game ended without a result. `secret` is as in `GameFinished`."""

    type = "game.aborted"
    reason: str
    secret: str


@dataclass(frozen=True, slots=True)
class GameCancelled(Event):
    """The start was cancelled: the seats `withheld` did not show their seeds.

    `blamed`: whether that was their players' fault. `secret` is as in `GameFinished`, though
    nothing was rolled.
    """

    type = "game.cancelled"
    withheld: tuple[int, ...]
    blamed: bool
    secret: str


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


def event_from_data(type_: str, seat: int | None, at: int, data: dict[str, Any]) -> Event:
    """Return the event of a log line. Raises KeyError for an unknown type."""
    return KINDS[type_].from_data(seat, at, data)
