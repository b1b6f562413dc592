"""The newest lines of a room's chat, as this process knows them."""

from operator import attrgetter

from games.tables.rooms.chat import MAX_LINES, Line


class ChatLines:
    """At most MAX_LINES lines, oldest first."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.all = lines

    @property
    def newest(self) -> int:
        """The id of the newest line; 0 if there is none."""
        return self.all[-1].id if self.all else 0

    def replace(self, read: tuple[Line, ...]) -> list[Line]:
        """Take the lines read from the database, and keep later ones. Return those new here."""
        newest = read[-1].id if read else self.newest
        fresh = self._unknown(read)
        self.all = (*read, *(line for line in self.all if line.id > newest))
        return fresh

    def add(self, lines: tuple[Line, ...]) -> list[Line]:
        """Add lines, and return the new ones."""
        fresh = self._unknown(lines)
        if fresh:
            self.all = tuple(sorted((*self.all, *fresh), key=attrgetter("id"))[-MAX_LINES:])
        return fresh

    def _unknown(self, lines: tuple[Line, ...]) -> list[Line]:
        known = {line.id for line in self.all}
        return [line for line in lines if line.id not in known]
