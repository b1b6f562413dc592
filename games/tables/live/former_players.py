"""Who has had a place at a table before: their commands for an earlier game may have been done."""

import asyncio
from collections.abc import Iterable

from games.platform.database.threads import in_database
from games.record.log.models import Scorecard

MOST_READ = 100


class FormerPlayers:
    """The people who have left a table. They are read from the database once for a table, when
    somebody asks; later ones are noted. So strangers who ask cost nothing more.
    """

    def __init__(self, room_id: int) -> None:
        self._room_id = room_id
        self._known: set[int] = set()
        self._is_read = False
        self._reading = asyncio.Lock()

    def note(self, players: Iterable[int]) -> None:
        """Note people who have a place now, and may lose it."""
        self._known.update(players)

    async def has(self, player: int) -> bool:
        """Whether a player has had a place here in one of the newest games."""
        if player not in self._known and not self._is_read:
            async with self._reading:
                if not self._is_read:
                    self._known.update(await in_database(self._read))
                    self._is_read = True
        return player in self._known

    def _read(self) -> list[int]:
        cards = Scorecard.objects.filter(game__room=self._room_id, player__is_bot=False)
        newest = cards.order_by("-game", "seat").values_list("player", flat=True)[:MOST_READ]
        return [player for player in newest if player is not None]
