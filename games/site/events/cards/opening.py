"""Makes cards. The sender's browser seals a seed, then the server commits to a secret, then the
browser shows the seed. So neither of them alone can choose the dice.
"""

import hmac
import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.engine.fairness import group_seal
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import find_variant
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.database.codes import new_code
from games.record.reveals.shared_dice import open_seeded_share, open_share
from games.record.solving.requests import want
from games.site.events.cards.models import Card

MIN_DAYS, MAX_DAYS = 1, 14
MAX_OPEN = 50
"""The most open cards of one sender."""
SHOW_WITHIN = timedelta(hours=1)
"""A card whose seed has not been shown after this time is closed."""

SEAL = re.compile("[0-9a-f]{64}")
SALT = re.compile("[0-9a-f]{32}")
TEXT = re.compile("[0-9A-Za-z]{1,32}")


@transaction.atomic
def seal_card(
    sender: User,
    variant: str,
    switches: Mapping[str, str],
    days: int,
    seal: str,
    now: datetime,
    *,
    circle: Circle | None = None,
) -> Card:
    """Store a new card with the seal of its sender's seed, and commit to its secret. Nobody can
    play it before `show_seed`. `circle`: only its members can.

    Raises Refused for a bad seal, a bad number of days or too many open cards, and ValueError for
    unknown rules.
    """
    if not SEAL.fullmatch(seal):
        raise Refused(ErrorCode.BAD_SEED, gettext_noop("That is not possible now."))
    if not MIN_DAYS <= days <= MAX_DAYS:
        raise Refused(ErrorCode.FORBIDDEN, gettext_noop("That is not possible now."))
    rules = find_variant(variant, **switches)
    # Two cards at once must not both be the last one.
    User.objects.select_for_update(of=("self",)).get(pk=sender.pk)
    if Card.objects.filter(sender=sender, ended_at=None).count() >= MAX_OPEN:
        raise Refused(ErrorCode.FORBIDDEN, gettext_noop("You have 50 open cards. End one first."))
    want(rules, sender.pk)
    return Card.objects.create(
        code=new_code(),
        sender=sender,
        circle=circle,
        variant=rules.id,
        switches=dict(rules.switches),
        seal=seal,
        base=open_share(),
        created_at=now,
        closes_at=now + timedelta(days=days),
    )


@transaction.atomic
def show_seed(card_id: int, salt: str, text: str) -> Card:
    """Open a card with the seed behind its seal. Return it. Does nothing if it is open already.

    Raises Refused for a seed that is not the sealed one, or too late.
    """
    card = Card.objects.select_for_update().get(pk=card_id)
    is_seed = SALT.fullmatch(salt) and TEXT.fullmatch(text)
    if not is_seed or not hmac.compare_digest(group_seal(salt, text), card.seal):
        raise Refused(ErrorCode.BAD_SEED, gettext_noop("This is not the seed that was sealed."))
    if card.share is not None:
        return card
    if card.ended_at is not None:
        raise Refused(ErrorCode.GAME_OVER, gettext_noop("This card is closed."))
    card.salt, card.text = salt, text
    card.share = open_seeded_share(card.base, salt + text)
    card.save(update_fields=["salt", "text", "share"])
    return card
