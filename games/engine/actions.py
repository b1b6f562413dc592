"""What may be asked of a game: by a seat's player, or by the server when time is up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice that are not held.

    `turn` and `roll` (rolls made so far, 0 to 2) name the moment the player acts on, so that a
    command that is sent again can never roll twice. `hold` lists positions 0 to 4. `stand_in`: the
    server's, for somebody who is away.
    """

    turn: int
    roll: int
    hold: tuple[int, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Fill a box with the dice on the table, at the moment named by `turn` and `roll`.

    `stand_in`: the server's, for somebody who is away.
    """

    turn: int
    roll: int
    category: str
    column: int = 0
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """Note that the player is told what is best at this moment. What it is, others compute."""

    turn: int
    roll: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; the others play on."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Have the absent player of `seat` played on automatically until he is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Back:
    """End the automatic play of one's own seat."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The server's: the deadline of the seat has passed."""


@dataclass(frozen=True, slots=True)
class Abort:
    """The server's: end the game without a result."""

    reason: str


Action = Roll | Score | Hint | Resign | PlayOn | Back | TimeOut | Abort
