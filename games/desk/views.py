"""Pages: report something, the decisions about oneself, and the desk."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import User
from games.accounts.site_rules import slow_until
from games.conduct.closed_accounts import closed_player
from games.conduct.models import Sanction
from games.conduct.sanctions import note_read
from games.desk import appeals, cases, decisions
from games.desk.access import MODERATOR, at_the_desk, role_of
from games.desk.decisions import Decision
from games.desk.models import AuditEntry, Case, Report
from games.desk.reasons import DECISIONS, GROUND_BY_ID, GROUNDS, REASON_BY_ID, REASONS
from games.desk.reports import KINDS, report
from games.language import translated
from games.limits.rates import LimitedError
from games.numbers import whole
from games.pages.shortcuts import me, page
from games.protocol.errors import Refused

DAYS = (1, 3, 7, 30, 365)
AUDIT_SHOWN = 200
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
    problem, status = "", 200
    if request.method == "POST":
        try:
            report(me(request), reason=asked.get("reason", ""), text=asked.get("text", ""), **about)
        except Refused as refused:
            problem, status = translated(refused), STATUS.get(refused.code, 403)
        except LimitedError as limited:
            problem, status = limited.message, 429
        if "application/json" in request.headers.get("Accept", ""):
            error = {"error": {"message": problem}} if problem else {}
            return JsonResponse(error, status=status)
        if not problem:
            messages.success(request, gettext("Thank you. A moderator will look at it."))
            return redirect("my-reports")
    context = {"about": about, "reasons": REASONS, "problem": problem}
    return page(request, "desk/report.html", status, **context)


@never_cache
@login_required
@require_safe
def my_reports(request: HttpRequest) -> HttpResponse:
    """Show the player's own reports, and what was decided."""
    mine = Report.objects.filter(reporter=me(request)).select_related("case").order_by("-pk")[:50]
    rows = [(each, REASON_BY_ID[each.reason].words) for each in mine]
    return page(request, "desk/my_reports.html", rows=rows)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_decisions(request: HttpRequest) -> HttpResponse:
    """Show the decisions about the player, and take an appeal."""
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
            appeals.appeal(player.pk, chosen, request.POST.get("text", ""))
            messages.success(request, gettext("Your appeal has arrived."))
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


@never_cache
@at_the_desk
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Show the queue."""
    moderator = me(request)
    is_moderator = role_of(moderator) == MODERATOR
    rows = [
        (case, [REASON_BY_ID[each.reason].words for each in case.reports.all()][:3])
        for case in cases.open_cases(moderator)
    ]
    waiting = cases.waiting_appeals() if is_moderator else []
    return page(
        request,
        "desk/desk.html",
        rows=rows,
        appeals=[
            (each, DECISIONS[Sanction.Kind(each.sanction.kind)], appeals.may_judge(moderator, each))
            for each in waiting
        ],
        is_moderator=is_moderator,
        slow_until=slow_until(),
    )


@never_cache
@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show one case, and take the decision."""
    found = get_object_or_404(Case.objects.select_related("subject", "decided_by"), pk=case_id)
    is_moderator = role_of(me(request)) == MODERATOR
    if not (found.about_talk or is_moderator):
        raise Http404
    problem, status = "", 200
    if request.method == "POST":
        problem, status = _tried(lambda: _decide(request, found))
        if not problem:
            return redirect("desk")
    kinds = DECISIONS if is_moderator else {k: DECISIONS[k] for k in decisions.FOR_HELPERS}
    facts = cases.facts_of(found)
    return page(
        request,
        "desk/case.html",
        status,
        case=found,
        problem=problem,
        kinds=kinds.items(),
        grounds=GROUNDS,
        days=DAYS if is_moderator else [d for d in DAYS if d <= decisions.MOST_DAYS_OF_HELPERS],
        is_moderator=is_moderator,
        reported=[(each, REASON_BY_ID[each.reason].words) for each in facts["reports"]],
        history=[(each, DECISIONS[Sanction.Kind(each.kind)]) for each in facts["sanctions"]],
        **facts,
    )


def _tried(work: Callable[[], object]) -> tuple[str, int]:
    """Do something, and return why it was refused ("" if it was not), and the status."""
    try:
        work()
    except Refused as refused:
        return translated(refused), STATUS.get(refused.code, 403)
    return "", 200


def _decide(request: HttpRequest, found: Case) -> None:
    asked = request.POST
    if asked.get("do") == "second":
        decisions.ask_second_opinion(found.pk, me(request), asked.get("words", ""))
        return
    chosen = asked.get("kind", "")
    kind = Sanction.Kind(chosen) if chosen in Sanction.Kind.values else None
    # No day and nobody has the number 0, so what is no number is refused.
    numbers = {name: whole(asked[name]) or 0 for name in ("days", "target") if asked.get(name)}
    ground, words = asked.get("ground", "other"), asked.get("words", "")
    decisions.decide(found.pk, me(request), Decision(kind, ground, words, **numbers))


@at_the_desk
@require_POST
def undo(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Undo a decision."""
    problem, _ = _tried(lambda: decisions.undo(sanction_id, me(request)))
    if problem:
        messages.error(request, problem)
    return redirect("desk")


@at_the_desk
@require_POST
def judge(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """Answer an appeal."""
    granted = request.POST.get("granted") == "yes"
    answer = request.POST.get("answer", "")
    problem, _ = _tried(lambda: appeals.judge(appeal_id, me(request), granted, answer))
    if problem:
        messages.error(request, problem)
    return redirect("desk")


@never_cache
@at_the_desk
@require_safe
def audit_log(request: HttpRequest) -> HttpResponse:
    """Show the newest entries of the audit log to moderators."""
    if role_of(me(request)) != MODERATOR:
        raise Http404
    entries = AuditEntry.objects.order_by("-seq")[:AUDIT_SHOWN]
    return page(request, "desk/audit.html", entries=entries)
