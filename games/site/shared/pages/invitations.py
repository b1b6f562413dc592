"""Who has an invitation: by a link of the operator, or to a private table of an account."""

import re
from urllib.parse import urlsplit

from django.core import signing
from django.http import HttpRequest

from games.people.accounts.models import User

KEY = "invited"
SALT = "games.pages.invitations"
LASTS_S = 14 * 86_400
TABLE = re.compile(r"/r/([a-z0-9]{1,16})/(?:seat/[\w-]{22}/)?")
"""The address of a table, or of a seat there that somebody hands over."""


def make_token() -> str:
    return signing.dumps("site", salt=SALT)


def is_token(token: str) -> bool:
    """Whether this is the token of a link that still invites."""
    try:
        return bool(signing.loads(token, salt=SALT, max_age=LASTS_S) == "site")
    except signing.BadSignature:
        return False


def note_invited(request: HttpRequest) -> None:
    request.session[KEY] = True


def is_invited(request: HttpRequest) -> bool:
    """Whether this visitor has an invitation: anyone who knows the code of a private table of an
    account was given it.
    """
    came_from = _path_of(request.headers.get("Referer", ""))
    paths = (came_from, request.POST.get("next", ""), request.GET.get("next", ""))
    codes = [found[1] for path in paths if (found := TABLE.fullmatch(path)) is not None]
    return bool(request.session.get(KEY)) or any(map(_is_own_table, codes))


def _path_of(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:  # "http://[", for example: no browser sends it, but anybody can
        return ""


def _is_own_table(code: str) -> bool:
    hosts = User.objects.filter(is_guest=False, is_active=True)
    own = hosts.filter(hosted_rooms__code=code, hosted_rooms__strangers=False)
    return own.filter(hosted_rooms__ended=False).exists()
