"""Pages of the desk: the queue, cases, decisions, accounts, the audit log."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.numbers import whole
from games.core.protocol.errors import Refused
from games.people.accounts.facts import actor_of
from games.people.accounts.models import User
from games.people.accounts.site_rules import slow_until
from games.people.authority.answers import may, objection
from games.people.authority.records import Action
from games.people.conduct.models import Sanction
from games.platform.language import translated
from games.site.account.desk import accounts, audit, cases, circle_names, decisions, rules_names
from games.site.account.desk.access import at_the_desk
from games.site.account.desk.decisions import Decision
from games.site.account.desk.facts import facts_of
from games.site.account.desk.models import Case
from games.site.account.desk.reasons import DECISIONS, FOR_HELPERS, GROUNDS, REASON_BY_ID
from games.site.account.desk.views import STATUS
from games.site.shared.pages.shortcuts import me, page

DAYS = (1, 3, 7, 30, 365)
LAST_PAGE = 1000


@never_cache
@at_the_desk
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    moderator = me(request)
    number = min(whole(request.GET.get("page", "")) or 1, LAST_PAGE)
    queue = cases.open_cases(moderator, number)
    rows = [
        (case, [REASON_BY_ID[each.reason].words for each in case.reports.all()][:3])
        for case in queue.cases
    ]
    return page(
        request,
        "desk/desk.html",
        rows=rows,
        number=number,
        next_number=number + 1 if queue.more else None,
        appeals=[
            (each.appeal, DECISIONS[Sanction.Kind(each.appeal.sanction.kind)], each.may_judge)
            for each in cases.waiting_appeals(moderator)
        ],
        is_moderator=actor_of(moderator).is_moderator,
        slow_until=slow_until(),
    )


@never_cache
@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    found = get_object_or_404(Case.objects.select_related("subject", "decided_by"), pk=case_id)
    actor = actor_of(me(request))
    facts = facts_of(actor, found)
    if not may(actor, Action.SEE, facts):
        raise Http404
    cases.note_opening(found, me(request))
    problem, status = "", 200
    if request.method == "POST":
        problem, status = _tried(lambda: _decide(request, found))
        if not problem:
            return redirect("desk")
    is_moderator = actor.is_moderator
    refusal = objection(actor, Action.DECIDE, facts)
    kinds = DECISIONS if is_moderator else {k: DECISIONS[k] for k in FOR_HELPERS}
    shown = cases.shown_of(found, me(request))
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
        why_not=None if refusal is None else translated(refusal),
        may_ask=may(actor, Action.ASK, facts),
        reported=[(each, REASON_BY_ID[each.reason].words) for each in shown["reports"]],
        history=[
            (each, DECISIONS[Sanction.Kind(each.kind)], may_undo)
            for each, may_undo in shown["sanctions"]
        ],
        **shown,
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
    problem, _ = _tried(lambda: decisions.undo(sanction_id, me(request)))
    if problem:
        messages.error(request, problem)
    return redirect("desk")


@at_the_desk
@require_POST
def judge(request: HttpRequest, appeal_id: int) -> HttpResponse:
    granted = request.POST.get("granted") == "yes"
    answer = request.POST.get("answer", "")
    problem, _ = _tried(lambda: decisions.judge(appeal_id, me(request), granted, answer))
    if problem:
        messages.error(request, problem)
    return redirect("desk")


@never_cache
@at_the_desk
@require_safe
def audit_log(request: HttpRequest) -> HttpResponse:
    """Show the newest entries of the audit log to moderators."""
    moderator = me(request)
    if not actor_of(moderator).is_moderator:
        raise Http404
    return page(request, "desk/audit.html", entries=audit.newest_entries(moderator))


@never_cache
@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show an account to moderators: to open a case about it, to reopen it, or to take away a name
    of its house rules or circles.
    """
    moderator = me(request)
    if not actor_of(moderator).is_moderator:
        raise Http404
    found = get_object_or_404(User, pk=player_id, is_bot=False)
    problem, status = "", 200
    if request.method == "POST":
        problem, status = _tried(lambda: _act_on(request, found))
        if not problem:
            return redirect("desk")
    return page(
        request,
        "desk/player.html",
        status,
        found=found,
        problem=problem,
        may_open_case=found.is_active and accounts.may_open_case(moderator, found),
        rules_names=rules_names.names_for(moderator, found),
        circle_names=circle_names.names_for(moderator, found),
        may_reopen=accounts.may_reopen(moderator, found),
    )


def _act_on(request: HttpRequest, found: User) -> None:
    if request.POST.get("do") == "reopen":
        accounts.reopen(found.pk, me(request))
    elif "rules" in request.POST:
        rules_names.take_away(found, me(request), whole(request.POST["rules"]) or 0)
    elif "circle" in request.POST:
        circle_names.take_away(found, me(request), whole(request.POST["circle"]) or 0)
    else:
        accounts.open_case(found.pk, me(request), request.POST.get("words", ""))


@never_cache
@at_the_desk
@require_safe
def find_player(request: HttpRequest) -> HttpResponse:
    """Lead moderators to the account with a name, also to a closed one."""
    if not actor_of(me(request)).is_moderator:
        raise Http404
    found = accounts.find_by_name(request.GET.get("name", ""))
    if found is None:
        messages.error(request, gettext("There is no such player."))
        return redirect("desk")
    return redirect("desk-player", found.pk)
