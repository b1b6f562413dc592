"""Pages for everybody: report something, and the decisions about oneself."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.numbers import whole
from games.core.protocol.errors import Refused
from games.people.accounts.models import User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import closed_player, note_read
from games.platform.language import translated
from games.platform.language.addresses import read_address
from games.platform.limits.rates import LimitedError, client_address
from games.site.account.desk import decisions
from games.site.account.desk.models import Report
from games.site.account.desk.reasons import DECISIONS, GROUND_BY_ID, REASON_BY_ID, REASONS
from games.site.account.desk.reports import KINDS, report
from games.site.account.desk.wording import MOST_NOTE, tell
from games.site.shared.pages.places import MASK, safe_place
from games.site.shared.pages.shortcuts import me, next_url, page

STATUS = {"not_found": 404, "bad_message": 422, "rate_limited": 429}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_page(request: HttpRequest) -> HttpResponse:
    """Ask for the reason, and store the report. Programs of our pages get JSON."""
    asked = request.POST if request.method == "POST" else request.GET
    about = {name: asked.get(name, "") for name in ("kind", "subject", "room")}
    if about["kind"] not in KINDS:
        raise Http404
    words = {"reason": asked.get("reason", ""), "text": asked.get("text", "")}
    problem, status = "", 200
    if request.method == "POST":
        try:
            report(me(request), **about, **words, address=client_address(request))
        except Refused as refused:
            problem, status = translated(refused), STATUS.get(refused.code, 403)
        except LimitedError as limited:
            problem, status = limited.message, 429
        if "application/json" in request.headers.get("Accept", ""):
            error = {"error": {"message": problem}} if problem else {}
            return JsonResponse(error, status=status)
        if not problem:
            messages.success(request, gettext("Thank you. A moderator will look at it."))
            return redirect(next_url(request, "my-reports"))
    # What was chosen and typed stays when the report is refused.
    back = next_url(request, "home")
    context = {"about": about, "reasons": REASONS, "problem": problem, "back": back, **words}
    return page(request, "desk/report.html", status, **context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wording_page(request: HttpRequest) -> HttpResponse:
    """Ask anybody what reads wrong in the language of the page. `at`: where they read it."""
    asked = request.POST if request.method == "POST" else request.GET
    place, text = safe_place(asked.get("at", "")), asked.get("text", "")
    problem, status = "", 200
    if request.method == "POST":
        try:
            tell(_language_of(place), place, text, client_address(request))
        except Refused as refused:
            problem, status = translated(refused), STATUS.get(refused.code, 403)
        except LimitedError as limited:
            problem, status = limited.message, 429
        if not problem:
            messages.success(request, gettext("Thank you. A moderator will look at it."))
            return redirect(place if place and MASK not in place else "home")
    context = {"place": place, "written": text[:MOST_NOTE], "problem": problem, "most": MOST_NOTE}
    return page(request, "desk/wording.html", status, **context)


def _language_of(place: str) -> str:
    """Return the language in which somebody read a page: that of its address, else their own."""
    address = read_address(place)
    if address is not None and address.is_ours:
        return address.language
    return get_language() or settings.LANGUAGE_CODE


@never_cache
@login_required
@require_safe
def my_reports(request: HttpRequest) -> HttpResponse:
    mine = Report.objects.filter(reporter=me(request)).select_related("case").order_by("-pk")[:50]
    rows = [(each, REASON_BY_ID[each.reason].words) for each in mine]
    return page(request, "desk/my_reports.html", rows=rows)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_decisions(request: HttpRequest) -> HttpResponse:
    return _decisions(request, me(request), "my-decisions")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def closed(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same to somebody whose account is closed, and who has just shown the password."""
    player = closed_player(token)
    if player is None:
        raise Http404
    return _decisions(request, player, "closed-decisions", token)


def _decisions(request: HttpRequest, player: User, here: str, *place: str) -> HttpResponse:
    problem, status = "", 200
    if request.method == "POST":
        try:
            chosen = whole(request.POST.get("sanction", "")) or 0
            decisions.appeal(player.pk, chosen, request.POST.get("text", ""))
            messages.success(request, gettext("Thank you. A moderator will look at it."))
            return redirect(here, *place)
        except Refused as refused:
            problem, status = translated(refused), STATUS.get(refused.code, 403)
    found = Sanction.objects.filter(player=player).select_related("case", "appeal").order_by("-pk")
    rows = [
        {
            "sanction": each,
            "kind": DECISIONS[Sanction.Kind(each.kind)],
            "ground": GROUND_BY_ID[each.reason].words,
            "lines": _lines_of(each),
            "appeal": getattr(each, "appeal", None),
        }
        for each in found
    ]
    if player.has_decision:
        note_read(player.pk)
        player.has_decision = False  # this page needs no note of it
    return page(request, "desk/my_decisions.html", status, rows=rows, problem=problem)


def _lines_of(sanction: Sanction) -> list[str]:
    """Return the player's own lines on which a decision rests."""
    copies = [] if sanction.case is None else sanction.case.evidence
    lines = [line for copy in copies for line in copy.get("lines", ())]
    mine = {line["id"]: line["text"] for line in lines if line["player"] == sanction.player_id}
    return list(mine.values())[:30]
