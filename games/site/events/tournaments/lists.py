"""Lists of tournaments for pages and programs: running, coming and finished ones with their
winners, and a player's results.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.core.rules import find_variant
from games.people.accounts.models import User
from games.site.events.tournaments.duplicates.rounds import total_of
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
)
from games.site.events.tournaments.scheduling import title_of
from games.site.events.tournaments.standings import share_of_perfect

MAX_UNFINISHED = 30
MAX_FINISHED = 12
PODIUM = 3
# On the home page, tournaments that start within this time are shown, and the last one's winners.
SOON = timedelta(hours=24)
WINNERS_SHOWN_FOR = timedelta(days=2)
LISTED = Tournament.objects.filter(unlisted=False)
"""The others are for a circle, or by link: no list and no profile names them."""


class Listed(NamedTuple):
    """A tournament in a list. `podium`: the entries with the first three places, best first."""

    tournament: Tournament
    title: str
    players: int
    podium: tuple[TournamentEntry, ...] = ()

    @property
    def variant(self) -> str:
        return find_variant(self.tournament.variant).name

    @property
    def placings(self) -> list["Placing"]:
        common = (self.tournament, self.title)
        return [Placing(*common, entry, self.players) for entry in self.podium]


class Lists(NamedTuple):
    """Running and coming tournaments, the next one first, and finished ones, the last one first."""

    running: list[Listed]
    coming: list[Listed]
    over: list[Listed]


class TableGame(NamedTuple):
    """The game of a table, with the names of its players."""

    code: str
    names: tuple[str, ...]


class Placing(NamedTuple):
    """A player's result in a tournament. `players`: how many took part."""

    tournament: Tournament
    title: str
    entry: TournamentEntry
    players: int

    @property
    def percent(self) -> float | None:
        """Their share of perfect play in a duplicate event, once it is known."""
        return share_of_perfect(self.entry, self.tournament)

    @property
    def points(self) -> int:
        is_duplicate = self.tournament.kind == TournamentKind.DUPLICATE
        return total_of(self.entry) if is_duplicate else self.entry.score


def read_lists(now: datetime, over: int = MAX_FINISHED) -> Lists:
    """Read the lists in three queries. `over`: how many finished tournaments to read."""
    running: list[Listed] = []
    coming: list[Listed] = []
    unfinished = LISTED.filter(finished_at=None, ends_at__gt=now)
    for tournament in _counted(unfinished).order_by("starts_at", "pk")[:MAX_UNFINISHED]:
        begun = tournament.starts_at <= now
        (running if begun else coming).append(_listed(tournament))
    return Lists(running, coming, read_finished(over))


def read_finished(limit: int, since: datetime | None = None) -> list[Listed]:
    """Return the tournaments that ended last and in which somebody played, with their podiums."""
    placed = TournamentEntry.objects.filter(tournament=OuterRef("pk"), place__isnull=False)
    finished = LISTED.filter(Exists(placed), finished_at__isnull=False)
    if since is not None:
        finished = finished.filter(finished_at__gt=since)
    found = list(_counted(finished).order_by("-finished_at", "-pk")[:limit])
    podiums: dict[int, list[TournamentEntry]] = {}
    best = TournamentEntry.objects.filter(tournament__in=found, place__lte=PODIUM)
    for entry in best.select_related("player").order_by("place", "pk") if found else ():
        podiums.setdefault(entry.tournament_id, []).append(entry)
    return [_listed(each, podiums.get(each.pk, ())) for each in found]


def read_soon(now: datetime, limit: int) -> list[Listed]:
    """Return some tournaments that run or start soon, the first one first."""
    unfinished = LISTED.filter(finished_at=None, ends_at__gt=now, starts_at__lt=now + SOON)
    return [_listed(each) for each in _counted(unfinished).order_by("starts_at", "pk")[:limit]]


def read_for_home(now: datetime) -> tuple[Listed | None, Listed | None]:
    """Return the tournament to show on the home page, which runs or starts next, and the last
    finished one with its winners. Makes three queries.
    """
    following = read_soon(now, 1)
    last = read_finished(1, now - WINNERS_SHOWN_FOR)
    return (
        following[0] if following else None,
        last[0] if last and last[0].podium else None,
    )


def placings_of(player: User, limit: int) -> list[Placing]:
    """Return the player's results in tournaments, the last one first, with one query."""
    entries = (
        TournamentEntry.objects.filter(
            player=player, place__isnull=False, tournament__unlisted=False
        )
        .select_related("tournament")
        .annotate(players=_players("tournament"))
        .order_by("-pk")
    )
    return [
        Placing(entry.tournament, title_of(entry.tournament), entry, entry.players)
        for entry in entries[:limit]
    ]


def games_of(event: Tournament) -> list[TableGame]:
    """Return the games of a duplicate event that is over."""
    tables = TournamentGame.objects.filter(tournament=event, room__game__isnull=False)
    tables = tables.select_related("room__game").order_by("pk")
    found = []
    for table in tables.prefetch_related("seats__entry__player"):
        assert table.room.game is not None
        names = tuple([seat.entry.player.name for seat in table.seats.all()])
        found.append(TableGame(table.room.game.code, names))
    return found


def _counted(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.select_related("host").annotate(players=_players("pk"))


def _players(tournament: str) -> Coalesce:
    """Return an expression that counts the players of the tournament in this field."""
    # A subquery counts only for the rows that are shown. A join would count for all tournaments.
    entries = TournamentEntry.objects.filter(tournament=OuterRef(tournament)).order_by()
    counted = entries.values("tournament").annotate(players=Count("pk"))
    return Coalesce(Subquery(counted.values("players")), 0)


def _listed(tournament: Tournament, podium: Sequence[TournamentEntry] = ()) -> Listed:
    players: int = tournament.players  # type: ignore[attr-defined]  # annotated
    return Listed(tournament, title_of(tournament), players, tuple(podium))
