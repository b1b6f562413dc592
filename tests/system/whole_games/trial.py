"""A run that is over, and its judges."""

from collections.abc import Sequence

from tests.system.whole_games.dimensions import Row
from tests.system.whole_games.installation import Installation
from tests.system.whole_games.run import play_rows


class Trial:
    """Plays rows at an installation; then its judges can be asked."""

    def __init__(self, site: Installation, rows: Sequence[Row]) -> None:
        self._site = site
        self._journal = site.site.directory / "journal"
        play_rows(site, rows)
        site.journal.write(self._journal)

    def complaints(self, judge: str, damage: str = "") -> list[str]:
        """Return what a judge finds wrong, perhaps after a damage, which is undone."""
        found: list[str] = self._site.ask_now(
            "judge", name=judge, journal=str(self._journal), damage=damage
        )
        return found
