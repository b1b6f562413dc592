"""Lets somebody whose account is closed read the decision, and nothing else.

They get a link after they have shown the password. It works for an hour.
"""

from django.contrib.auth.hashers import check_password
from django.core import signing

from games.accounts.models import User
from games.accounts.names import handle
from games.conduct.models import Sanction
from games.conduct.sanctions import find_sanction

SALT = "games.conduct.closed"
LASTS_S = 3600


def closed_token(name: str, password: str) -> str | None:
    """Return the token of a link, if this is the password of a closed account; else None."""
    closed = User.objects.filter(username=handle(name), is_active=False, is_guest=False).first()
    if closed is None or find_sanction(closed.pk, Sanction.Kind.CLOSED) is None:
        return None
    if not check_password(password, closed.password):
        return None
    return signing.dumps(closed.pk, salt=SALT)


def closed_player(token: str) -> User | None:
    """Return whose link this is; None if it has expired or the account is open again."""
    try:
        player_id = signing.loads(token, salt=SALT, max_age=LASTS_S)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=player_id, is_active=False).first()
