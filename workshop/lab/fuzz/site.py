"""The players and rooms that a run uses."""

import msgspec


class Person(msgspec.Struct):
    """A player with their session cookie."""

    id: int
    name: str
    cookie: str


class Site(msgspec.Struct):
    """Players, visitors of the pages, one member of staff, and the codes of rooms and games.

    Visitors sign out, delete their accounts, and become somebody else; players rarely do.
    """

    people: list[Person]
    visitors: list[Person]
    staff: Person
    rooms: list[str]
    games: list[str] = []

    def add_room(self, code: str) -> None:
        if code not in self.rooms:
            self.rooms.append(code)

    def add_game(self, code: str) -> None:
        if code not in self.games:
            self.games.append(code)
