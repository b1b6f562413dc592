"""An account without a password: its owner signs in at the provider again, or opens a link in a
mail in this session, where others type their password.
"""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.site.account.factors.owner import note_signed_in_again
from games.site.account.membership.mail import send_sign_in_link_later
from games.site.account.notifications.choices import choice_of, is_confirmed
from games.site.account.providers import flows, links
from games.site.account.providers.client import SKEW_S, Flow, Identity
from games.site.account.providers.models import ProviderLink
from games.site.account.providers.offered import Provider, provider_of_issuer
from games.site.shared.pages.shortcuts import me, player_of

WORD = "again_mail"
MAIL_LASTS_S = 1_800


def ways_of(player: User) -> list[Provider]:
    """Return the providers at which the player can sign in again."""
    rows = ProviderLink.objects.filter(player=player).order_by("pk")
    found = (provider_of_issuer(each.issuer) for each in rows)
    return [each for each in found if each is not None and each.asks_again]


def has_mail(player: User) -> bool:
    """Whether a link can be mailed to the player."""
    return bool(player.email) and is_confirmed(player, choice_of(player))


def finish(
    request: HttpRequest, provider: Provider, flow: Flow, identity: Identity
) -> HttpResponse:
    """Note that the owner has signed in again, if it is them, and they have done it now."""
    player = player_of(request)
    link = links.find_link(identity)
    if player is None or player.pk != flow.player or link is None or link.player_id != player.pk:
        text = gettext("That is another account of %(provider)s than yours.")
        return flows.show_problem(request, provider, flow.purpose, flow.wanted, text)
    # The provider may have let somebody in who has been signed in there for long.
    at, now = identity.signed_in_at, utc_now().timestamp()
    if at is None or not flow.at - SKEW_S <= at <= now + SKEW_S:
        text = gettext(
            "Your provider cannot ask you again, and you have no confirmed mail address. The"
            " site's operator can help you."
        )
        if has_mail(player):
            text = gettext("%(provider)s did not ask you to sign in again.")
        return flows.show_problem(request, provider, flow.purpose, flow.wanted, text)
    note_signed_in_again(request)
    messages.success(request, gettext("Thank you. Now you can change things for ten minutes."))
    return redirect(flow.wanted)


def ask_for_mail(request: HttpRequest, wanted: str) -> None:
    """Have a link mailed that works in this session. Raises LimitedError."""
    player = me(request)
    spend("reset-address", player.email.casefold())
    known = request.session.get(WORD, {})
    # The same when it is asked for again: the first mail may still be on its way.
    word = known.get("word") or secrets.token_urlsafe(24)
    until = utc_now().timestamp() + MAIL_LASTS_S
    request.session[WORD] = {"word": word, "player": player.pk, "until": until, "next": wanted}
    send_sign_in_link_later(player, word, "provider-again")


def use_mail(request: HttpRequest, word: str) -> str | None:
    """Note that the owner has opened the link; return where they wanted to go, None if it has
    expired.
    """
    known = request.session.pop(WORD, None)
    fits = known is not None and constant_time_compare(known["word"], word)
    if known is None or not fits or known["player"] != me(request).pk:
        return None
    if utc_now().timestamp() > known["until"]:
        return None
    note_signed_in_again(request)
    return str(known["next"])
