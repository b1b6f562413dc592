"""Sign in and sign up with a provider."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.platform.language import interpolate
from games.site.account.membership.upgrade import AlreadyUpgraded
from games.site.account.providers import again, client, entering, flows, linking, links
from games.site.account.providers.client import Flow, Identity
from games.site.account.providers.forms import ProviderAccountForm
from games.site.account.providers.offered import Provider
from games.site.account.providers.outages import Away
from games.site.shared.pages.invitations import is_invited, note_invited
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import next_url, page, player_of
from games.tables.rooms.player_changes import StillPlaying, find_running_room


@never_cache
@require_POST
def start(request: HttpRequest, provider: str) -> HttpResponse:
    """Go to the provider to sign in. A guest takes along what they have played."""
    found = flows.provider_or_404(provider)
    wanted = next_url(request, "home")
    player = player_of(request)
    if player is not None and not player.is_guest:
        return redirect(wanted)
    if is_invited(request):
        # The invitation is known by the page that somebody comes from, which the provider is not.
        note_invited(request)
    return flows.lead_away(request, found, "sign in", wanted)


@never_cache
@require_safe
def done(request: HttpRequest, provider: str) -> HttpResponse:
    """Take the answer of the provider."""
    found = flows.provider_or_404(provider)
    flow = client.find_flow(request, found)
    if flow is None:
        text = gettext("This sign-in was used, or took too long. Please begin again.")
        return flows.show_problem(request, found, "sign in", "", text)
    try:
        identity = client.finish(request, found)
    except client.Cancelled:
        text = gettext("You did not sign in with %(provider)s.")
        messages.info(request, interpolate(text, {"provider": found.name}))
        return _back(flow)
    except Away:
        return flows.show_away(request, found, flow.purpose, flow.wanted)
    except client.AnswerRefused:
        text = gettext("The answer of %(provider)s was not right, so nobody was signed in.")
        return flows.show_problem(request, found, flow.purpose, flow.wanted, text)
    match flow.purpose:
        case "link":
            return linking.finish(request, found, flow, identity)
        case "again":
            return again.finish(request, found, flow, identity)
        case _:
            return _enter(request, found, flow, identity)


def _back(flow: Flow) -> HttpResponse:
    if flow.purpose == "sign in":
        return redirect(reverse("sign-in", query={"next": flow.wanted}))
    return redirect("providers" if flow.purpose == "link" else "provider-again")


def _enter(
    request: HttpRequest, provider: Provider, flow: Flow, identity: Identity
) -> HttpResponse:
    link = links.find_link(identity)
    try:
        if link is not None:
            answer = entering.sign_in(request, provider, link, identity, flow.wanted)
            return answer or _closed(request, provider, flow)
        player = player_of(request)
        if player is not None and not player.is_guest:
            return redirect("providers")
        entering.begin_sign_up(request, provider, identity, flow.wanted)
    except StillPlaying:
        return page(request, "providers/playing.html", 409, playing=_running(request))
    except links.Barred:
        return _closed(request, provider, flow)
    return redirect("provider-name")


def _running(request: HttpRequest) -> str | None:
    player = player_of(request)
    return None if player is None else find_running_room(player.pk)


def _closed(request: HttpRequest, provider: Provider, flow: Flow) -> HttpResponse:
    text = gettext("Your account on this site is closed.")
    return flows.show_problem(request, provider, flow.purpose, flow.wanted, text, 403)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Let somebody whom a provider knows choose a name, and make their account."""
    pending = entering.find_sign_up(request)
    player = player_of(request)
    if pending is None or (player is not None and not player.is_guest):
        return redirect("sign-in" if player is None or player.is_guest else "home")
    status = 200
    if request.method == "POST":
        form = ProviderAccountForm(request.POST)
        status = 422
        if form.is_valid():
            try:
                return entering.sign_up(
                    request, pending, form.cleaned_data["name"], form.cleaned_data["email"]
                )
            except REFUSALS as refused:
                status = show_in(form, refused)
            except links.Barred:
                flow = Flow("sign in", pending.wanted, None, 0)
                return _closed(request, pending.provider, flow)
            except (links.Taken, AlreadyUpgraded):
                # The same person was faster in another tab: their account is there.
                return redirect(reverse("sign-in", query={"next": pending.wanted}))
    else:
        known = entering.suggested_name(player, pending.identity.names)
        form = ProviderAccountForm(initial={"name": known, "email": pending.identity.mail})
    return page(request, "providers/name.html", status, form=form, provider=pending.provider)
