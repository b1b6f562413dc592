"""The pages of tournaments: the list, one tournament, and the form for a new one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.names import NAME_LENGTH
from games.accounts.players import note_seen
from games.analysis.grades import percent_of_perfect
from games.clock import utc_now
from games.history.same_dice import perfect_score_of_group
from games.language import translated
from games.limits.rates import LimitedError, client_address, spend
from games.log.starting import published
from games.pages.front_game import offered_games
from games.pages.shortcuts import me, page, player_of, refuse
from games.protocol.errors import Refused
from games.protocol.tournament_messages import MAX_ROWS
from games.rules import find_variant
from games.sharing.head import absolute
from games.sharing.pages import of_tournament
from games.sharing.texts import tournament_text
from games.tournaments import lists, scheduling, standings
from games.tournaments.duplicates.rounds import total_of
from games.tournaments.forms import NewTournamentForm
from games.tournaments.models import TournamentEntry, TournamentKind

PODIUM = 3


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings. `place`: None before the first points, or in a duplicate event before
    the end of the first round. `field`: how many play in the duplicate event. `perfect`: the points
    that perfect play scores with its dice, if known.
    """

    place: int | None
    entry: TournamentEntry
    field: int
    perfect: int | None = None

    @property
    def percent(self) -> float | None:
        """The share of the field that the player has beaten (0 to 100), if there is one."""
        return standings.percent_of(self.entry, self.field)

    @property
    def total(self) -> int | None:
        """The points on the player's card of a duplicate event."""
        return None if self.percent is None else total_of(self.entry)

    @property
    def of_perfect(self) -> float | None:
        """The points as a percentage of what perfect play scores, if that is known."""
        return None if self.total is None else percent_of_perfect(self.total, self.perfect)


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List running, coming and finished tournaments."""
    return page(request, "tournaments/tournaments.html", lists=lists.read_lists(utc_now()))


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: the script keeps the page live."""
    found = standings.find(code.lower())
    if found is None:
        raise Http404("There is no such tournament.")
    if code != found.code:
        return redirect("tournament", found.code)
    player = player_of(request)
    now = utc_now()
    if player is not None:
        note_seen(player, now)
    ranked = standings.ranked(found.pk)
    field = standings.field_of([entry for _, entry in ranked])
    is_duplicate = found.kind == TournamentKind.DUPLICATE
    is_over = found.finished_at is not None
    running = found.starts_at <= now < found.ends_at
    podium = [row for row in ranked if row[0] <= PODIUM and row[1].games]
    perfect = perfect_score_of_group(found.share) if is_duplicate and is_over else None
    return page(
        request,
        "tournaments/tournament.html",
        tournament=found,
        preview=of_tournament(found, now),
        share_text=tournament_text(found, podium, running=running, players=len(ranked)),
        link=absolute(request, request.path),
        title=scheduling.title_of(found),
        variant=find_variant(found.variant, **found.switches),
        rows=_rows(ranked[:MAX_ROWS], field, is_duplicate, perfect),
        players=len(ranked),
        podium=[StandingsRow(*row, field) for row in podium] if is_over else [],
        is_duplicate=is_duplicate,
        perfect=perfect,
        commitment=published(found.share).commitment if is_duplicate else "",
        games=lists.games_of(found) if is_duplicate and is_over else [],
        running=running,
        name_length=NAME_LENGTH,
    )


def _rows(
    ranked: Sequence[tuple[int, TournamentEntry]],
    field: int,
    is_duplicate: bool,
    perfect: int | None,
) -> list[StandingsRow]:
    has_points = any(entry.score > 0 for _, entry in ranked[:1])
    rows = []
    for place, entry in ranked:
        beaten = standings.percent_of(entry, field)
        has_place = has_points if not is_duplicate else beaten is not None
        rows.append(StandingsRow(place if has_place else None, entry, field, perfect))
    return rows


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Open a tournament: for players with an account."""
    host = me(request)
    if host.is_guest:
        return redirect("keep")
    form = NewTournamentForm(offered_games(request), request.POST or None)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            spend("tournament", host.pk)
            spend("tournament-address", client_address(request))
            return redirect("tournament", scheduling.open_tournament(host.pk, form.plan()).code)
        except LimitedError as limited:
            status = refuse(form, limited)
        except Refused as refused:
            form.add_error(None, translated(refused))
            status = 422
    elif form.is_bound:
        status = 422
    return page(request, "tournaments/new.html", status=status, form=form)
