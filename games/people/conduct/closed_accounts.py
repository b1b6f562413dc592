"""Lets somebody whose account is closed read the decision, and nothing else.

They get a link after they have shown the password. It works for an hour.
"""

from django.core import signing

from games.people.accounts.models import User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import find_sanction

SALT = "games.conduct.closed"
LASTS_S = 3600


def closed_token(player: User) -> str | None:
    """Return the token of a link, if a decision has closed the account; else None. The caller has
    checked the password.
    """
    if player.is_active or find_sanction(player.pk, Sanction.Kind.CLOSED) is None:
        return None
    return signing.dumps(player.pk, salt=SALT)


def closed_player(token: str) -> User | None:
    """Return whose link this is; None if it has expired or the account is open again."""
    try:
        player_id = signing.loads(token, salt=SALT, max_age=LASTS_S)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=player_id, is_active=False).first()
