"""Delete the personal data of a player."""

import secrets

from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.accounts.names import DELETED_NAME
from games.membership.tables import leave_tables
from games.models import ChatMessage, Scorecard, User
from games.ratings import refresh_eligibility


def do_delete(player: User) -> None:
    """Delete what makes the player a person. His games stay, under "Deleted player".

    Nobody can sign in to the row any more, and its open sessions have ended: an inactive user
    is nobody. Seats in rooms where no game runs become free; chat lines go.
    """
    with transaction.atomic():
        leave_tables(player.pk)
        ChatMessage.objects.filter(player=player).delete()
        Scorecard.objects.filter(player=player).update(name=DELETED_NAME)
        User.objects.filter(pk=player.pk).update(
            username=f"deleted-{secrets.token_hex(16)}",
            name=DELETED_NAME,
            email="",
            password=make_password(None),
            is_active=False,
            is_staff=False,
            is_superuser=False,
        )
        refresh_eligibility(player.pk)
    player.refresh_from_db()
