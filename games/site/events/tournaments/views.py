"""The pages of tournaments: the list, one tournament, and the form for a new one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from games.core.protocol.tournament_messages import MAX_ROWS
from games.core.rules import Variant, find_variant
from games.people.accounts.names import TYPED_LENGTH
from games.people.accounts.players import note_seen
from games.platform.clock import utc_now
from games.platform.limits.rates import client_address, spend
from games.site.events.tournaments import lists, private, scheduling, standings
from games.site.events.tournaments.duplicates.rounds import total_of
from games.site.events.tournaments.forms import NewTournamentForm
from games.site.events.tournaments.models import Tournament, TournamentEntry, TournamentKind
from games.site.events.tournaments.preview import of_tournament, tournament_text
from games.site.events.tournaments.scoring import WIN
from games.site.shared.pages.front_game import front_game, offered_games
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import me, page, player_of
from games.site.shared.sharing.head import absolute

PODIUM = 3
SOON = timedelta(hours=1)
"""Tournaments that start within this time are as good as running ones."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings. `place`: None before the first points, or in a duplicate event before
    the end of the first round. `points`: those that decide it. `percent`: the share of perfect play
    in a finished duplicate event, if known.
    """

    place: int | None
    entry: TournamentEntry
    points: int
    percent: float | None


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournament that runs or starts next, and list the others and the winners."""
    now = utc_now()
    found = lists.read_lists(now)
    unfinished = [(True, each) for each in found.running]
    unfinished += [(False, each) for each in found.coming]
    unfinished.sort(key=_rank(front_game(request), now))
    begun, first = unfinished[0] if unfinished else (False, None)
    until = first and (first.tournament.ends_at if begun else first.tournament.starts_at)
    return page(
        request,
        "tournaments/tournaments.html",
        first=first,
        begun=begun,
        until=until,
        now=now,
        rows=unfinished[1:],
        over=found.over,
    )


def _rank(front: Variant, now: datetime) -> Callable[[tuple[bool, lists.Listed]], int]:
    """Return the key of a stable sort of tournaments, which are in the order of their starts: those
    that can be joined within `SOON` and are of the visitor's first game, then other ones.
    """

    def rank(row: tuple[bool, lists.Listed]) -> int:
        begun, (tournament, *_) = row
        if begun and tournament.kind == TournamentKind.DUPLICATE:
            return 2  # nobody joins an event with the same dice after its start
        soon = tournament.starts_at <= now + SOON
        return 0 if soon and tournament.variant == front.id else 1

    return rank


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: the script keeps the page live."""
    player = player_of(request)
    found = private.find_visible(code.lower(), None if player is None else player.pk)
    if found is None:
        raise Http404("That is no longer here.")
    if code != found.code:
        return redirect("tournament", found.code)
    now = utc_now()
    if player is not None:
        note_seen(player, now)
    ranked = standings.ranked(found.pk)
    is_duplicate = found.kind == TournamentKind.DUPLICATE
    is_over = found.finished_at is not None
    running = found.starts_at <= now < found.ends_at
    podium = [row for row in ranked if row[0] <= PODIUM and row[1].games]
    return page(
        request,
        "tournaments/tournament.html",
        tournament=found,
        preview=None if found.circle_id else of_tournament(found, now),
        share_text=tournament_text(found, podium, running=running),
        link=absolute(request, request.path),
        title=scheduling.title_of(found),
        variant=find_variant(found.variant, **found.switches),
        rows=_rows(ranked[:MAX_ROWS], found),
        players=len(ranked),
        podium=_rows(podium, found) if is_over else [],
        is_duplicate=is_duplicate,
        estimated=len(find_variant(found.variant).columns) > 1,
        games=lists.games_of(found) if is_duplicate and is_over else [],
        running=running,
        name_length=TYPED_LENGTH,
        win=WIN,
    )


def _rows(
    ranked: Sequence[tuple[int, TournamentEntry]], tournament: Tournament
) -> list[StandingsRow]:
    is_duplicate = tournament.kind == TournamentKind.DUPLICATE
    has_points = any(entry.score > 0 for _, entry in ranked[:1])
    rows = []
    for place, entry in ranked:
        has_place = bool(entry.totals) if is_duplicate else has_points
        points = total_of(entry) if is_duplicate else entry.score
        percent = standings.share_of_perfect(entry, tournament)
        rows.append(StandingsRow(place if has_place else None, entry, points, percent))
    return rows


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Open a tournament: for players with an account."""
    host = me(request)
    if host.is_guest:
        return redirect("keep")
    form = NewTournamentForm(offered_games(request, official=True), request.POST or None)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            spend("tournament", host.pk)
            spend("tournament-address", client_address(request))
            return redirect("tournament", scheduling.open_tournament(host.pk, form.plan()).code)
        except REFUSALS as refused:
            status = show_in(form, refused)
    elif form.is_bound:
        status = 422
    return page(request, "tournaments/new.html", status=status, form=form)
