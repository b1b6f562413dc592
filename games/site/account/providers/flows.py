"""What a page does before somebody goes to a provider, and what it says when that fails."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.platform.clock import utc_now
from games.platform.language import interpolate
from games.platform.limits.rates import client_address, spend
from games.site.account.providers import client
from games.site.account.providers.offered import Provider, find_provider
from games.site.account.providers.outages import REST_S, Away
from games.site.shared.pages.refusals import explained
from games.site.shared.pages.shortcuts import page, player_of

START = {
    "sign in": "provider-start",
    "link": "providers",
    "again": "provider-again",
}
"""Where somebody begins again, by what they wanted."""


def provider_or_404(id_: str) -> Provider:
    """Return the provider of an address. Raises Http404."""
    provider = find_provider(id_)
    if provider is None:
        raise Http404("There is no such provider.")
    return provider


def lead_away(request: HttpRequest, provider: Provider, purpose: str, wanted: str) -> HttpResponse:
    """Lead the browser to the provider. Raises LimitedError.

    By a page that goes on by itself, not by a redirect: browsers follow that from a form only to
    the addresses in `form-action` of our policy, and a provider may lead on to others.
    """
    spend("provider", client_address(request))
    player = player_of(request)
    flow = client.Flow(
        purpose, wanted, None if player is None else player.pk, utc_now().timestamp()
    )
    try:
        address = client.begin(request, provider, flow)
    except Away:
        return show_away(request, provider, purpose, wanted)
    answer = page(request, "providers/leaving.html", provider=provider, address=address)
    answer["Cache-Control"] = "no-store"
    return answer


def show_away(request: HttpRequest, provider: Provider, purpose: str, wanted: str) -> HttpResponse:
    """Say that the provider does not answer."""
    text = gettext(
        "%(provider)s does not answer at the moment. Please try again in a little while."
    )
    answer = show_problem(request, provider, purpose, wanted, text, 503)
    answer["Retry-After"] = str(REST_S)
    return explained(answer)  # in the log of `outages`


def show_problem(
    request: HttpRequest,
    provider: Provider,
    purpose: str,
    wanted: str,
    text: str,
    status: int = 422,
) -> HttpResponse:
    """Say why nobody was signed in, with a way to try again."""
    return page(
        request,
        "providers/problem.html",
        status,
        provider=provider,
        problem=interpolate(text, {"provider": provider.name}),
        start=START[purpose],
        next=wanted,
        purpose=purpose,
    )
