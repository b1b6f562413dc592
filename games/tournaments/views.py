"""The pages of tournaments: the list, one tournament, and the form for a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.names import NAME_LENGTH
from games.accounts.players import note_seen
from games.clock import utc_now
from games.engine import CLOCK_NAMES, is_long
from games.language import translated
from games.limits.rates import LimitedError, client_address, spend
from games.pages.shortcuts import me, page, player_of, refuse
from games.protocol.errors import Refused
from games.protocol.tournament_messages import MAX_ROWS
from games.rules import VARIANTS, find_variant
from games.sharing.head import absolute
from games.sharing.pages import of_tournament
from games.sharing.texts import tournament_text
from games.tournaments import lists, scheduling, standings
from games.tournaments.duplicates.rounds import total_of
from games.tournaments.models import Tournament, TournamentEntry, TournamentKind

CLOCKS = [clock for clock in CLOCK_NAMES if clock is not None and not is_long(clock)]
PODIUM = 3


class NewTournamentForm(forms.Form):
    """The settings of a new tournament. Duplicate events ignore the settings of arenas."""

    kind = forms.TypedChoiceField(
        label=gettext_lazy("Kind"),
        choices=lambda: [
            (TournamentKind.ARENA, gettext("Arena")),
            (TournamentKind.DUPLICATE, gettext("Same dice")),
        ],
        coerce=str,
        widget=forms.RadioSelect,
        initial=TournamentKind.ARENA,
        required=False,
        empty_value=TournamentKind.ARENA,
    )

    name = forms.CharField(
        label=gettext_lazy("Name"),
        min_length=scheduling.MIN_NAME,
        max_length=scheduling.MAX_NAME,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    variant = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=lambda: [(variant.id, variant.name) for variant in VARIANTS.values()],
        widget=forms.RadioSelect,
        initial="yacht",
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players at a table"),
        choices=[(n, str(n)) for n in (2, 3, 4)],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time per turn"),
        choices=lambda: [(clock, gettext(CLOCK_NAMES[clock])) for clock in CLOCKS],
        coerce=int,
        initial=30,
        widget=forms.RadioSelect,
    )
    length = forms.TypedChoiceField(
        label=gettext_lazy("It lasts"),
        choices=lambda: [(n, _minutes(n)) for n in scheduling.LENGTHS],
        coerce=int,
        initial=45,
    )
    delay = forms.TypedChoiceField(
        label=gettext_lazy("It starts in"),
        choices=lambda: [(n, _minutes(n)) for n in scheduling.DELAYS],
        coerce=int,
        initial=5,
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Rated: the results change everyone's rating"), required=False
    )
    same = forms.BooleanField(
        label=gettext_lazy("Same dice for everybody at a table, and all play at once"),
        required=False,
    )


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


def _minutes(count: int) -> str:
    return gettext("%(count)s minutes") % {"count": count}


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournament that runs or starts next, and list the others and the winners."""
    now = utc_now()
    found = lists.read_lists(now)
    unfinished = [(True, each) for each in found.running]
    unfinished += [(False, each) for each in found.coming]
    # One that can be joined comes first: nobody joins an event with the same dice after its start.
    unfinished.sort(key=lambda row: row[0] and row[1].tournament.kind == TournamentKind.DUPLICATE)
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
    is_duplicate = found.kind == TournamentKind.DUPLICATE
    is_over = found.finished_at is not None
    running = found.starts_at <= now < found.ends_at
    podium = [row for row in ranked if row[0] <= PODIUM and row[1].games]
    return page(
        request,
        "tournaments/tournament.html",
        tournament=found,
        preview=of_tournament(found, now),
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
        name_length=NAME_LENGTH,
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
    form = NewTournamentForm(request.POST or None)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            spend("tournament", host.pk)
            spend("tournament-address", client_address(request))
            return redirect("tournament", scheduling.open_tournament(host.pk, plan_of(form)).code)
        except LimitedError as limited:
            status = refuse(form, limited)
        except Refused as refused:
            form.add_error(None, translated(refused))
            status = 422
    elif form.is_bound:
        status = 422
    return page(request, "tournaments/new.html", status=status, form=form)


def plan_of(form: NewTournamentForm) -> scheduling.Plan:
    """Return what a valid form asks for."""
    data: dict[str, Any] = {
        **form.cleaned_data,
        "dice": "same" if form.cleaned_data["same"] else "own",
    }
    return scheduling.Plan(**{field: data[field] for field in scheduling.Plan._fields})
