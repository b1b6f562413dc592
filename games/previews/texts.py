"""What the buttons *Share* of pages say. The link comes after it."""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext

from games.models import Tournament, TournamentEntry, User
from games.profiles.player_profile import Record
from games.tournaments.scheduling import title_of

MEDALS = ("\N{FIRST PLACE MEDAL}", "\N{SECOND PLACE MEDAL}", "\N{THIRD PLACE MEDAL}")


def profile_text(player: User, records: Sequence[Record]) -> str:
    """Return a player's name and ratings."""
    rated = [record for record in records if record.rating is not None]
    ratings = " · ".join(f"{record.variant.name} {record.rating}" for record in rated)
    words = gettext("%(name)s plays Yacht") % {"name": player.name}
    return f"{words}\n{ratings}" if ratings else words


def tournament_text(
    tournament: Tournament, podium: Sequence[tuple[int, TournamentEntry]], *, running: bool
) -> str:
    """Return a tournament's title with its winners, or an invitation. `podium`: places and entries,
    once it is over.
    """
    title = title_of(tournament)
    if tournament.finished_at is not None:
        winners = (
            f"{MEDALS[place - 1]} {entry.player.name} {entry.score}"
            for place, entry in podium
            if place <= len(MEDALS)
        )
        return "\n".join([title, *winners])
    if running:
        return gettext("%(title)s is running. Come and play!") % {"title": title}
    at = date_format(tournament.starts_at, "SHORT_DATETIME_FORMAT")
    return gettext("%(title)s: come and play! It starts at %(at)s UTC.") % {
        "title": title,
        "at": at,
    }
