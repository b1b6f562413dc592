"""What is stored about a player in tournaments."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.site.events.tournaments import joining
from games.site.events.tournaments.models import TournamentEntry
from games.site.events.tournaments.scheduling import forget_titles_of


def export(player: User) -> dict[str, Any]:
    entries = player.tournament_entries.select_related("tournament").order_by("pk")
    return {"tournaments": Rows(entries, _facts_of)}


def _facts_of(entry: TournamentEntry) -> dict[str, Any]:
    return {
        "code": entry.tournament.code,
        "joined": entry.joined_at.isoformat(),
        "score": entry.score,
        "games": entry.games,
        "wins": entry.wins,
        "place": entry.place,
    }


def merge(guest: User, account: User) -> None:
    joining.transfer(guest.pk, account.pk)


leave = joining.leave_all
forget = forget_titles_of


PERSONAL = Personal(export=export, merge=merge, leave=leave, forget=forget)
