"""A room, as browsers get it."""

from typing import Literal

from games.protocol.fields import GameCode, SeatNumber
from games.protocol.values import Player, Record, Sha256


class SwitchView(Record, frozen=True):
    """A house rule and the choice that was made."""

    id: str
    name: str
    value: str
    label: str


class RoomVariant(Record, frozen=True):
    """What is played in a room."""

    id: str
    name: str
    switches: tuple[SwitchView, ...]


class CategoryView(Record, frozen=True):
    """A row of the scorecard."""

    id: str
    name: str
    hint: str


class SectionView(Record, frozen=True):
    """A part of the scorecard."""

    id: Literal["upper", "lower"]
    name: str
    categories: tuple[CategoryView, ...]


class UpperBonus(Record, frozen=True):
    """From `at` upper points on there are `points` more."""

    at: int
    points: int


class Sheet(Record, frozen=True):
    """The layout of a scorecard. `columns` are multipliers."""

    sections: tuple[SectionView, ...]
    columns: tuple[int, ...]
    upper_bonus: UpperBonus | None
    rounds: int


class RoomSeat(Record, frozen=True):
    """A place at the table. `persona`: which bot sits there."""

    seat: SeatNumber
    player: Player | None
    name: str | None
    guest: bool
    bot: bool
    persona: str | None
    ready: bool
    seed: str
    closed: bool


class NextGame(Record, frozen=True):
    """The code of the next game and the commitment to its dice."""

    game: GameCode
    commitment: Sha256


class RatingChange(Record, frozen=True):
    """What a rated game did to a rating, in the numbers that players see."""

    before: int
    after: int
    provisional: bool


class Rated(Record, frozen=True):
    """What the newest game, opened as rated, does to ratings: a change a seat, null for none.

    `counted` says whether its result is counted yet; `uncounted` why the game changes nothing for
    those who stayed, in words, known at its start or with its result.
    """

    counted: bool
    uncounted: str | None
    seats: tuple[RatingChange | None, ...]


class RoomView(Record, frozen=True):
    """A room. `number` counts the games begun in it; `game` is the newest of them, `result` what
    that does to ratings; null for a casual one. `ended`: staff have closed the table;
    `stand_ins`: whether a bot plays for whoever leaves.

    `muted` may not chat here, nor may, if `spectators_muted`, who has no seat; the host may.
    """

    code: str
    variant: RoomVariant
    sheet: Sheet
    clock: Literal[30, 60, 90, 86400] | None
    public: bool
    ended: bool
    rated: bool
    stand_ins: bool
    muted: tuple[Player, ...]
    spectators_muted: bool
    host: Player | None
    seats: tuple[RoomSeat, ...]
    status: Literal["open", "playing", "over"]
    game: GameCode | None
    result: Rated | None
    number: int
    next: NextGame
