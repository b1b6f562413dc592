"""A player's cards, and those they have played."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.site.events.cards.models import Card, CardEntry, CardWitness


def export(player: User) -> dict[str, Any]:
    entries = CardEntry.objects.filter(player=player).select_related("card", "game")
    return {
        "cards": [
            {
                "card": card.code,
                "variant": card.variant,
                "created": card.created_at.isoformat(),
                "closes": card.closes_at.isoformat(),
                "seed": card.text,
            }
            for card in Card.objects.filter(sender=player).order_by("pk")
        ],
        "card_entries": Rows(
            entries.order_by("pk"),
            lambda entry: {
                "card": entry.card.code,
                "game": entry.game.code,
                "begun": entry.created_at.isoformat(),
                "total": entry.total,
                "same_device": entry.same_device,
                "loss": entry.loss,
            },
        ),
    }


def merge(guest: User, account: User) -> None:
    Card.objects.filter(sender=guest).update(sender=account)
    # Where the account has played the same card, it keeps its own entry.
    played = CardEntry.objects.filter(player=account).values("card")
    CardEntry.objects.filter(player=guest).exclude(card__in=played).update(player=account)


def forget(player: User) -> None:
    # Their cards and entries stay, under "Deleted player": others play with these dice.
    CardWitness.objects.filter(player=player).delete()


PERSONAL = Personal(export=export, merge=merge, forget=forget)
