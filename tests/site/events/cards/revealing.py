"""Cards made, played and ended in the database, as browsers would have them made."""

import random
from datetime import timedelta

from games.models import Card, CardEntry, Game, User
from games.platform.clock import utc_now
from games.record.reveals.shared_dice import reveal_share
from games.site.events.cards.entries import enter, take_results
from games.site.events.cards.opening import seal_card, show_seed
from tests.core.engine.fairness.reference import reference_group_seal
from tests.support.desk import play

SALT, TEXT = "9c41e7d05ab2f86310de4478c5b92a07", "lucky7"


def sealed_card(sender: User, variant: str = "yacht", text: str = TEXT) -> Card:
    """Make a card whose seed is not shown yet."""
    seal = reference_group_seal(SALT, text)
    return seal_card(sender, variant, {}, 7, seal, utc_now())


def open_card(sender: User, variant: str = "yacht", text: str = TEXT) -> Card:
    """Make a card that can be played."""
    return show_seed(sealed_card(sender, variant, text).pk, SALT, text)


def begun(card: Card, player: User) -> Game:
    game = enter(card.pk, player, f"browser of {player.pk}", utc_now()).game
    assert game is not None
    return game


def played(card: Card, player: User) -> Game:
    """Play a card to the end."""
    game = begun(card, player)
    play(game, 99, random.Random(player.pk))
    take_results(CardEntry.objects.filter(card=card))
    game.refresh_from_db()
    return game


def revealed(card: Card) -> Card:
    """End a card whose games are over, and reveal its dice."""
    if card.share is not None:
        reveal_share(card.share)
    reveal_share(card.base)
    later = utc_now() + timedelta(seconds=1)
    Card.objects.filter(pk=card.pk).update(ended_at=later, revealed_at=later)
    card.refresh_from_db()
    return card
