"""Actions: what a seat's player, or the server, asks of a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice that are not held.

    `turn` and `roll` (rolls made so far) name the moment on which the player acts, so that a
    command that is sent again never rolls twice. `hold` lists positions, from 0. `stand_in`: the
    server sends it for a player who is away.
    """

    turn: int
    roll: int
    hold: tuple[int, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Fill a box with the dice on the table, at the moment named by `turn` and `roll`.

    `stand_in`: the server sends it for a player who is away.
    """

    turn: int
    roll: int
    category: str
    column: int = 0
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """Record that the player gets a hint at this moment, which `analysis` computes."""

    turn: int
    roll: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game; the others go on."""


@dataclass(frozen=True, slots=True)
class AutoPlay:
    """Let the server play the seat of an absent player until they are back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Back:
    """End automatic play of the player's own seat."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the seed that the seat sealed before the start: the salt and the text."""

    salt: str
    text: str


@dataclass(frozen=True, slots=True)
class Withhold:
    """Cancel the start, because these seats have not shown their seeds. Sent by the server.

    `blamed`: whether that is their players' fault.
    """

    seats: tuple[int, ...]
    blamed: bool


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The seat's deadline has passed. Sent by the server."""


@dataclass(frozen=True, slots=True)
class BeginSooner:
    """Begin the round after round number `round` earlier, at `begins` (ms since 1970), because all
    tables that share the dice are done. Sent by the server.
    """

    round: int
    begins: int


@dataclass(frozen=True, slots=True)
class Complete:
    """Append what a log lacks: the reveal of a finished round, or the end of a game. Sent by the
    server, to heal a game that has stopped.
    """


@dataclass(frozen=True, slots=True)
class Abort:
    """End the game without a result. Sent by the server."""

    reason: str


Action = (
    Roll
    | Score
    | Hint
    | Resign
    | AutoPlay
    | Back
    | Reveal
    | Withhold
    | TimeOut
    | BeginSooner
    | Complete
    | Abort
)
