"""The preview of a tournament, and what its *Share* button shares."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.urls import re_path
from django.utils.translation import gettext, ngettext

from games.core.rules import find_variant
from games.people.accounts.names import translated_name
from games.platform.clock import utc_now
from games.platform.language import in_percent, interpolate, isolated
from games.platform.language.formats import utc_text
from games.site.events.tournaments.duplicates.rounds import total_of
from games.site.events.tournaments.models import Tournament, TournamentEntry, TournamentKind
from games.site.events.tournaments.scheduling import title_of
from games.site.events.tournaments.scoring import places_of
from games.site.events.tournaments.standings import share_of_perfect
from games.site.shared.pages.url_converters import CODE
from games.site.shared.sharing.contents import Arena, PictureRow
from games.site.shared.sharing.head import (
    DOT,
    MAX_ROWS,
    PICTURE,
    Found,
    Kind,
    Preview,
    person_of,
    preview,
)
from games.site.shared.sharing.letters import is_drawable

MEDALS = ("\N{FIRST PLACE MEDAL}", "\N{SECOND PLACE MEDAL}", "\N{THIRD PLACE MEDAL}")


def start_text(tournament: Tournament) -> str:
    return gettext("Starts: %(at)s") % {"at": utc_text(tournament.starts_at, "moment")}


def _is_to_come(tournament: Tournament, now: datetime) -> bool:
    return tournament.finished_at is None and now < tournament.starts_at


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


def of_tournament(tournament: Tournament, now: datetime) -> Preview:
    """Return the preview of a tournament: when it starts, and later its standings. `rev` counts
    their changes.
    """
    title = isolated(title_of(tournament))
    if _is_to_come(tournament, now):
        alt, version = f"{title} · {start_text(tournament)}", f"{tournament.rev}w"
    else:
        alt = interpolate(gettext("Standings: %(title)s"), {"title": title})
        version = f"{tournament.rev}"
    return preview("tournament", tournament.code, version=version, alt=alt)


def read_arena(code: str) -> Found | None:
    """Return a tournament with the best players, in three queries."""
    found = Tournament.objects.filter(code=code).first()
    if found is None or found.circle_id is not None:
        return None
    entries = TournamentEntry.objects.filter(tournament=found)
    best = list(entries.select_related("player").order_by("-score", "pk")[:MAX_ROWS])
    title, players = title_of(found), entries.count()
    arena = Arena(
        f"{gettext('Tournament')}{DOT}{find_variant(found.variant).name}",
        title if is_drawable(title) else gettext("Tournament"),
        _arena_note(found, players, utc_now()),
        _arena_rows(best, found),
        found.finished_at is not None,
    )
    is_final = found.perfect is not None if found.share else found.finished_at is not None
    return Found(arena, is_final)


def _arena_rows(best: Sequence[TournamentEntry], found: Tournament) -> tuple[PictureRow, ...]:
    places = places_of([entry.score for entry in best])
    played = [(place, entry) for place, entry in zip(places, best, strict=True) if entry.games > 0]
    return tuple(
        PictureRow(place, person_of(entry.player, number), points_text(entry, found))
        for number, (place, entry) in enumerate(played)
    )


def _arena_note(found: Tournament, players: int, now: datetime) -> str:
    if _is_to_come(found, now):
        return start_text(found)
    count = ngettext("%(count)s player", "%(count)s players", players)
    count %= {"count": players}
    if found.finished_at is None:
        return gettext("Running now: %(players)s") % {"players": count}
    return f"{count}{DOT}{utc_text(found.starts_at, 'date')}"


PREVIEWS = (Kind("tournament", partial(re_path, rf"{PICTURE}/t/{CODE}\.png$"), read_arena),)
