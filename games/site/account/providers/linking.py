"""Link accounts at providers to one's account, and take them off again: under the rules of second
factors (`games.site.account.factors.changes`), because each is a way in.
"""

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.people.accounts.models import User
from games.people.family.device import is_locked_for
from games.platform.language import interpolate
from games.site.account.factors.changes import NotAllowed, change
from games.site.account.factors.views import Problem, problem_of
from games.site.account.providers import flows, links, roles
from games.site.account.providers.client import Flow, Identity
from games.site.account.providers.models import ProviderLink
from games.site.account.providers.offered import Provider
from games.site.shared.pages.shortcuts import page, player_of
from games.tables.live.registry import Hubs, tell_hubs


def finish(
    request: HttpRequest, provider: Provider, flow: Flow, identity: Identity
) -> HttpResponse:
    """Link the account at the provider to the player who asked for it in this session."""
    player = player_of(request)
    if player is None or player.pk != flow.player or player.is_guest:
        text = gettext("Somebody else is signed in now. Please begin again.")
        return flows.show_problem(request, provider, flow.purpose, flow.wanted, text)
    if is_locked_for(request):
        return page(request, "family/off.html", 403)
    try:
        _link(request, provider, identity)
    except Problem as problem:
        return flows.show_problem(
            request, provider, flow.purpose, flow.wanted, problem.message, problem.status
        )
    text = gettext("You can sign in with %(provider)s now.")
    messages.success(request, interpolate(text, {"provider": provider.name}))
    return redirect("providers")


def _link(request: HttpRequest, provider: Provider, identity: Identity) -> None:
    """Link it. Raises Problem."""
    known = links.find_link(identity)
    try:
        with change(request) as player:
            if known is not None and known.player_id == player.pk:
                return
            links.make_link(player, identity)
    except NotAllowed as refused:
        raise problem_of(refused) from refused
    except links.Taken as taken:
        text = (
            gettext("This account of %(provider)s belongs to another player here.")
            if known is not None
            else gettext("You have another account of %(provider)s here. Remove that one first.")
        )
        raise Problem(text) from taken
    except links.Barred as barred:
        raise Problem(gettext("This account cannot be used here."), 403) from barred


def unlink(request: HttpRequest, link_id: int) -> None:
    """Take one off; a role by its groups goes with it. Raises Problem and NotAllowed."""
    with change(request) as player, transaction.atomic():
        link = _links_of(player).filter(pk=link_id).first()
        if link is None:
            return
        if links.is_last_way(link):
            raise Problem(gettext("You could not sign in any more. Add another way first."))
        roles.set_role(link, "", but=request.session.session_key)
        link.delete()
    tell_hubs(Hubs.people_changed)


def _links_of(player: User) -> QuerySet[ProviderLink]:
    # `change` has locked the player, so nobody takes off the other link meanwhile.
    return ProviderLink.objects.filter(player=player).select_related("player")
