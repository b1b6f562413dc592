"""The page where somebody without a password signs in again before they change their account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.platform.limits.rates import LimitedError, spend
from games.site.account.providers import again as ways
from games.site.account.providers import flows
from games.site.shared.pages.shortcuts import me, next_url, page


@never_cache
@login_required
@require_POST
def start(request: HttpRequest, provider: str) -> HttpResponse:
    """Go to the provider to sign in again."""
    found = flows.provider_or_404(provider)
    return flows.lead_away(request, found, "again", next_url(request, "settings"))


@never_cache
@login_required
@sensitive_post_parameters("mail")
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """Show the ways to sign in again, and take the link of a mail."""
    if me(request).is_guest:
        return redirect("keep")
    if request.method != "POST":
        return _show(request)
    try:
        return _take(request)
    except LimitedError as limited:
        return _show(request, limited.message, 429)


def _take(request: HttpRequest) -> HttpResponse:
    word = request.POST.get("mail", "")
    if word:
        spend("second-factor", me(request).pk)
        wanted = ways.use_mail(request, word)
        if wanted is None:
            return _show(request, gettext("This link has expired. Please ask for another."), 422)
        return redirect(wanted)
    if not ways.has_mail(me(request)):
        return _show(request, gettext("Confirm your mail address first."), 422)
    ways.ask_for_mail(request, next_url(request, "settings"))
    messages.info(request, gettext("A mail is on its way. Its link works in this browser."))
    return redirect("provider-again")


def _show(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    player = me(request)
    return page(
        request,
        "providers/again.html",
        status,
        problem=problem,
        providers=ways.ways_of(player),
        has_mail=ways.has_mail(player),
        mail=request.GET.get("mail", ""),
        next=next_url(request, "settings"),
    )
