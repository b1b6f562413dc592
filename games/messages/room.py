"""A room, as browsers get it."""

from typing import Literal

from games.messages.base import Player, Record, Sha256
from games.protocol import GameCode, SeatNumber


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
    """A place at the table."""

    seat: SeatNumber
    player: Player | None
    name: str | None
    guest: bool
    bot: bool
    ready: bool
    seed: str
    closed: bool


class NextGame(Record, frozen=True):
    """The code of the next game and the commitment to its dice."""

    game: GameCode
    commitment: Sha256


class RoomView(Record, frozen=True):
    """A room. `number` counts the games begun in it; `game` is the newest of them."""

    code: str
    variant: RoomVariant
    sheet: Sheet
    clock: Literal[30, 60, 90, 86400] | None
    public: bool
    rated: bool
    host: Player | None
    seats: tuple[RoomSeat, ...]
    status: Literal["open", "playing", "over"]
    game: GameCode | None
    number: int
    next: NextGame
