"""Sign in and sign up with who somebody is at a provider."""

import base64
import json
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.people.accounts.characters import cut
from games.people.accounts.models import User
from games.people.accounts.names import NAME_LENGTH, NameRefused, check_free, clean_name
from games.people.accounts.players import create_account
from games.people.accounts.site_rules import check_sign_up
from games.platform.clock import utc_now
from games.platform.encryption import keyring
from games.platform.limits.rates import client_address, spend
from games.site.account.factors.authenticators import has_factor
from games.site.account.factors.gate import note_passed
from games.site.account.membership.renaming import rename_guests_like
from games.site.account.membership.signing_in import enter, remember
from games.site.account.membership.upgrade import AlreadyUpgraded, upgrade_guest
from games.site.account.providers import links, roles
from games.site.account.providers.client import Identity
from games.site.account.providers.models import ProviderLink
from games.site.account.providers.offered import Provider, find_provider
from games.site.shared.pages.invitations import is_invited
from games.site.shared.pages.shortcuts import player_of, sign_in_as
from games.tables.live.registry import Hubs, tell_hubs

PENDING = "provider_sign_up"
PLACE = b"provider sign-up"
PENDING_S = 1800
"""How long somebody may think about their name."""


def sign_in(
    request: HttpRequest, provider: Provider, link: ProviderLink, identity: Identity, wanted: str
) -> HttpResponse | None:
    """Sign in to the account of the link, with what a guest here has played; None if it is closed.
    Raises StillPlaying.
    """
    if link.player.is_active:
        links.note_used(link, identity)
        _set_role(provider, link, identity)
    answer = enter(request, link.player, wanted)
    _note_acr(request, provider, link.player, identity)
    return answer


def _set_role(provider: Provider, link: ProviderLink, identity: Identity) -> None:
    before = link.player.desk_role
    roles.set_role(link, roles.role_in(provider, identity))
    if link.player.desk_role != before:
        tell_hubs(Hubs.people_changed)


def _note_acr(request: HttpRequest, provider: Provider, player: User, identity: Identity) -> None:
    """Open the desk to somebody of its group if the provider says that they have shown a second
    factor there. An account with a factor of ours shows that one, and factors are not changed.
    """
    has_shown = identity.acr in provider.acr and request.user == player
    if has_shown and roles.has_group_role(player) and not has_factor(player):
        note_passed(request)


class Pending(NamedTuple):
    """Somebody whom a provider knows, and who has no account here yet."""

    provider: Provider
    identity: Identity
    wanted: str


def begin_sign_up(
    request: HttpRequest, provider: Provider, identity: Identity, wanted: str
) -> None:
    """Remember who somebody is until they have a name. Raises NameRefused if nobody may sign up,
    and links.Barred.
    """
    links.check_welcome(identity)
    _check_sign_up(request)
    told = json.dumps({**identity._asdict(), "groups": sorted(identity.groups)})
    request.session[PENDING] = {
        "provider": provider.id,
        # Encrypted: a guest who changes their mind keeps this session for long.
        "identity": base64.b64encode(keyring().encrypt(told.encode(), PLACE)).decode(),
        "wanted": wanted,
        "until": utc_now().timestamp() + PENDING_S,
    }


def _check_sign_up(request: HttpRequest) -> None:
    """Raise NameRefused if this visitor may not sign up. A guest was invited when they came."""
    is_guest = player_of(request) is not None
    check_sign_up((lambda: True) if is_guest else partial(is_invited, request))


def find_sign_up(request: HttpRequest) -> Pending | None:
    """Return who signs up in this session, None if nobody does."""
    found: dict[str, Any] | None = request.session.get(PENDING)
    if found is None or utc_now().timestamp() > found["until"]:
        return None
    provider = find_provider(found["provider"])
    if provider is None:
        return None
    told = json.loads(keyring().decrypt(base64.b64decode(found["identity"]), PLACE))
    identity = Identity(
        **{**told, "names": tuple(told["names"]), "groups": frozenset(told["groups"])}
    )
    return Pending(provider, identity, found["wanted"])


def suggested_name(player: User | None, names: Iterable[str]) -> str:
    """Return the first name that may be taken here, or else a free one that is like it, or "". A
    guest keeps theirs.
    """
    free = ""
    for typed in (*((player.name,) if player is not None else ()), *names):
        try:
            name = clean_name(cut(typed, NAME_LENGTH))
            check_free(name)
        except NameRefused as refused:
            free = free or refused.free or ""
            continue
        return name
    return free


def sign_up(request: HttpRequest, pending: Pending, name: str, mail: str) -> HttpResponse:
    """Make an account that signs in with the provider, of the guest who is signed in, or a new one.

    Raises NameRefused, LimitedError, links.Taken, links.Barred and AlreadyUpgraded.
    """
    _check_sign_up(request)
    spend("account", client_address(request))
    guest = player_of(request)
    with transaction.atomic():
        account = _account(guest, name, mail)
        link = links.make_link(account, pending.identity)
        roles.set_role(link, roles.role_in(pending.provider, pending.identity))
    account.refresh_from_db()
    if guest is None:
        sign_in_as(request, account)
    else:
        request.user = account
        update_session_auth_hash(request, account)
    request.session.pop(PENDING, None)
    _note_acr(request, pending.provider, account, pending.identity)
    answer = redirect(pending.wanted)
    remember(request, answer, account)
    return answer


def _account(guest: User | None, name: str, mail: str) -> User:
    if guest is None:
        account = create_account(name, None, mail)
        rename_guests_like(account)
        return account
    if not guest.is_guest:
        raise AlreadyUpgraded
    upgrade_guest(guest, name, None, mail)
    return guest
