"""A link of the operator, printed by `manage.py add_second_factor --link`: it works once, for its
account, and lets the session that opens it change the second factors one time.
"""

from django.core import signing
from django.db.models import F
from django.http import HttpRequest

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.shared.pages.shortcuts import me

SALT = "games.factors.links"
KEY = "factor_link"
LASTS_S = 86_400
OPEN_S = 1_800
"""How long the change may wait after the link was opened."""


def make_token(player: User) -> str:
    """Return the token of a link. The next change of factors ends it."""
    return signing.dumps([player.pk, player.factor_rev], salt=SALT)


def fits(player: User, token: str) -> bool:
    """Whether this is the token of a link for the account that still works."""
    try:
        found = signing.loads(token, salt=SALT, max_age=LASTS_S)
    except signing.BadSignature:
        return False
    return bool(found == [player.pk, player.factor_rev])


def use(request: HttpRequest, token: str) -> bool:
    """Open the link for this session, which ends it. Return False if it does not fit (any more)."""
    player = me(request)
    if not fits(player, token):
        return False
    unused = User.objects.filter(pk=player.pk, factor_rev=player.factor_rev)
    if unused.update(factor_rev=F("factor_rev") + 1) != 1:
        return False
    player.factor_rev += 1
    until = utc_now().timestamp() + OPEN_S
    request.session[KEY] = {"player": player.pk, "rev": player.factor_rev, "until": until}
    return True


def is_open(request: HttpRequest) -> bool:
    """Whether this session has opened a link of its player, and changed nothing since."""
    found = request.session.get(KEY)
    player = me(request)
    return (
        found is not None
        and (found["player"], found["rev"]) == (player.pk, player.factor_rev)
        and utc_now().timestamp() < found["until"]
    )
