"""The page of the settings about accounts at providers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.platform.limits.rates import LimitedError, spend
from games.site.account.factors.authenticators import has_factor
from games.site.account.factors.changes import Answer, NotAllowed, answer_for
from games.site.account.factors.views import Problem, check_password, problem_of
from games.site.account.providers import flows, linking
from games.site.account.providers.models import ProviderLink
from games.site.account.providers.offered import provider_of_issuer, providers
from games.site.shared.pages.shortcuts import me, page


@never_cache
@login_required
@require_safe
def providers_page(request: HttpRequest) -> HttpResponse:
    """Show with what the player signs in."""
    if me(request).is_guest:
        return redirect("keep")
    return _show(request)


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_POST
def start(request: HttpRequest, provider: str) -> HttpResponse:
    """Go to a provider to link an account there. Asks for the password, and for a factor."""
    found = flows.provider_or_404(provider)
    if me(request).is_guest:
        return redirect("keep")
    try:
        _check(request)
        return flows.lead_away(request, found, "link", resolve_url("providers"))
    except (Problem, LimitedError) as problem:
        return _refused(request, problem)


@never_cache
@login_required
@sensitive_post_parameters("password", "code")
@require_POST
def unlink(request: HttpRequest, link_id: int) -> HttpResponse:
    """Take an account at a provider off."""
    if not ProviderLink.objects.filter(pk=link_id, player=me(request)).exists():
        raise Http404("You have no such account.")
    try:
        _check(request)
        linking.unlink(request, link_id)
    except NotAllowed as refused:
        return _refused(request, problem_of(refused))
    except (Problem, LimitedError) as problem:
        return _refused(request, problem)
    messages.success(request, gettext("Removed."))
    return redirect("providers")


def _check(request: HttpRequest) -> None:
    """Check that the owner asks for it, and may now. Raises Problem and LimitedError."""
    spend("second-factor", me(request).pk)
    check_password(request)
    answer = answer_for(request)
    if answer != Answer.YES:
        raise problem_of(NotAllowed(answer))


def _refused(request: HttpRequest, problem: Problem | LimitedError) -> HttpResponse:
    status = problem.status if isinstance(problem, Problem) else 429
    return _show(request, problem.message, status)


def _show(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    rows = ProviderLink.objects.filter(player=me(request)).order_by("pk")
    found = [(each, provider_of_issuer(each.issuer)) for each in rows]
    linked = {each.issuer for each, _ in found}
    answer = answer_for(request)
    return page(
        request,
        "providers/settings.html",
        status,
        problem=problem,
        links=found,
        others=[each for each in providers() if each.issuer not in linked],
        may_change=answer == Answer.YES,
        ask_operator=answer == Answer.ASK_OPERATOR,
        show_first=answer == Answer.SHOW_FIRST,
        has_factor=has_factor(me(request)),
    )
