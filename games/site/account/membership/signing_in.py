"""The end of signing in: after the password, and the second factor of accounts that have one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.account.membership.device_mail import tell_of_new_device
from games.site.account.membership.known_devices import is_known, remember
from games.site.account.membership.merge import merge_guest
from games.site.account.membership.views.language import recall_language
from games.site.shared.pages.shortcuts import sign_in_as


def complete(request: HttpRequest, guest: User | None, account: User, wanted: str) -> HttpResponse:
    """Sign in to the account, with what the guest has played, and lead to `wanted`. Raises
    StillPlaying.
    """
    if guest is not None and guest.is_guest:
        merge_guest(guest, account)
    is_new = not is_known(request, account)
    sign_in_as(request, account)
    if is_new:
        tell_of_new_device(account, request.headers.get("User-Agent", ""), utc_now())
    response = redirect(wanted or resolve_url("home"))
    recall_language(response, account)
    remember(request, response, account)
    return response
