"""What the people of a run did and saw, for the judges: JSON in a file.

No Django, so that the process that plays and the one that judges share only this and the database.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec

Json = dict[str, Any]


class Connection(msgspec.Struct):
    """What one socket of a room received.

    player: None for somebody without a name. games: the events of each game, in the order in which
    they came; the first may be missing if the socket was opened later. seen: the newest seq of each
    game. early: a secret that came before the end of its game would be in one of these messages.
    """

    player: int | None
    room: str
    server: int
    games: dict[str, list[Json]] = {}
    seen: dict[str, int] = {}
    frames: int = 0


class Command(msgspec.Struct):
    """A command of a game, and all answers to it: more than one if it was sent again.

    unanswered: how often it was sent on a connection that was lost before an answer came.
    """

    player: int
    id: str
    type: str
    game: str
    answers: list[Json] = []
    unanswered: int = 0


class Table(msgspec.Struct):
    """A room of a row: its people and the games played there, in order.

    told: who was away from a game with a long clock: (player, kind, code of the game).
    """

    row: int
    room: str
    players: list[int] = []
    games: list[str] = []


class Agreement(msgspec.Struct):
    """Somebody agreed to the next game of a room: by opening or changing it, by sitting down, or by
    saying that they are ready. at: when they said so, ms since 1970. terms: what they saw then.
    """

    player: int
    room: str
    at: int
    terms: Json


class MadeCard(msgspec.Struct):
    """A card, as its sender's browser has made it: the sealed seed, and what it was told then."""

    code: str
    sender: int
    salt: str
    text: str
    base: str
    commitment: str


class MadeCircle(msgspec.Struct):
    """A circle of the people of a row, for which their table was opened."""

    code: str
    name: str
    zone: str
    row: int
    people: list[int]


class Absence(msgspec.Struct):
    """Somebody who was away from a game with a day a turn, and what they have to be told."""

    player: int
    kind: str
    game: str


class Page(msgspec.Struct):
    """An answer to a visitor while games were played. began, ended: ms since 1970."""

    path: str
    status: int
    body: str
    began: int
    ended: int


class Person(msgspec.Struct):
    """A player. `address`: of their own, as a proxy names it."""

    id: int
    name: str
    cookie: str
    account: bool
    address: str = ""


class Journal(msgspec.Struct):
    """Everything that a run leaves behind beside its database."""

    rows: list[dict[str, str]] = []
    people: dict[int, Person] = {}
    tables: list[Table] = []
    connections: list[Connection] = []
    commands: list[Command] = []
    agreements: list[Agreement] = []
    absences: list[Absence] = []
    pages: list[Page] = []
    tournaments: dict[str, int] = {}
    cards: list[MadeCard] = []
    circles: list[MadeCircle] = []

    def write(self, path: Path) -> None:
        path.write_bytes(gzip.compress(msgspec.json.encode(self), 1))


def read_journal(path: Path) -> Journal:
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Journal, strict=False)


def plain(value: Any) -> str:
    """Return a value as JSON in which equal values have equal texts."""
    return json.dumps(value, sort_keys=True)
