"""The texts that the *Share* buttons of pages share. The link comes after the text."""

from collections.abc import Sequence

from django.utils.translation import gettext

from games.people.accounts.models import User
from games.people.accounts.names import translated_name
from games.platform.language import in_percent, interpolate, isolated
from games.platform.language.times import utc_text
from games.site.archive.profiles.player_profile import Record
from games.site.events.tournaments.duplicates.rounds import total_of
from games.site.events.tournaments.models import Tournament, TournamentEntry, TournamentKind
from games.site.events.tournaments.scheduling import title_of
from games.site.events.tournaments.standings import share_of_perfect

MEDALS = ("\N{FIRST PLACE MEDAL}", "\N{SECOND PLACE MEDAL}", "\N{THIRD PLACE MEDAL}")


def ratings_text(records: Sequence[Record]) -> str:
    """Return a player's ratings with their pools in one line; empty without one."""
    rated = [record for record in records if record.rating is not None]
    return " · ".join(f"{record.name} {record.shown_rating}" for record in rated)


def profile_text(player: User, records: Sequence[Record]) -> str:
    """Return a player's name and ratings."""
    ratings = ratings_text(records)
    words = interpolate(gettext("%(name)s plays Yacht"), {"name": player.name})
    return f"{words}\n{ratings}" if ratings else words


def start_text(tournament: Tournament) -> str:
    """Return when a tournament starts."""
    return gettext("Starts: %(at)s") % {"at": utc_text(tournament.starts_at, "moment")}


def points_text(entry: TournamentEntry, tournament: Tournament) -> str:
    """Return a player's points, or in a duplicate event their share of perfect play, if known."""
    if tournament.kind == TournamentKind.ARENA:
        return str(entry.score)
    percent = share_of_perfect(entry, tournament)
    return str(total_of(entry)) if percent is None else in_percent(percent)


def tournament_text(
    tournament: Tournament,
    podium: Sequence[tuple[int, TournamentEntry]],
    *,
    running: bool,
) -> str:
    """Return a tournament's title with its winners, or with its start. `podium`: places and
    entries, once it is over.
    """
    title = isolated(title_of(tournament))
    if tournament.finished_at is not None:
        winners = (
            f"{MEDALS[place - 1]} {isolated(translated_name(entry.player.name))}"
            f" {points_text(entry, tournament)}"
            for place, entry in podium
            if place <= len(MEDALS)
        )
        return "\n".join([title, *winners])
    return title if running else f"{title}\n{start_text(tournament)}"
