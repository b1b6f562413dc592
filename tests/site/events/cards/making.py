"""Cards in every state, at the time of the fake clock."""

from datetime import timedelta

from games.core.engine import Resign
from games.core.engine.fairness import group_seal
from games.models import Card, CardEntry, Game, User
from games.record.reveals.shared_dice import reveal_share
from games.site.events.cards.entries import enter, take_results
from games.site.events.cards.opening import seal_card, show_seed
from tests.site.events.daily.playing import do, play_out
from tests.support.clock import FakeClock

SALT, TEXT = "0123456789abcdef" * 2, "Luck7"
DAYS = 7


def sealed(sender: User, clock: FakeClock, variant: str = "yacht") -> Card:
    seal = group_seal(SALT, TEXT)
    return seal_card(sender, variant, {}, DAYS, seal, clock.utc_now())


def opened(sender: User, clock: FakeClock, variant: str = "yacht") -> Card:
    return show_seed(sealed(sender, clock, variant).pk, SALT, TEXT)


def begun(card: Card, player: User, clock: FakeClock, browser: str = "") -> Game:
    game = enter(card.pk, player, browser or player.name, clock.utc_now()).game
    assert game is not None
    return game


def played(
    card: Card, player: User, clock: FakeClock, *, browser: str = "", best: bool = True
) -> int:
    """Play a card to the end, badly unless `best`. Return the total."""
    total = play_out(begun(card, player, clock, browser), clock, best)
    take_results(CardEntry.objects.filter(card=card))
    return total


def resigned(card: Card, player: User, clock: FakeClock) -> None:
    do(begun(card, player, clock), Resign(), clock)
    take_results(CardEntry.objects.filter(card=card))


def ended(card: Card, clock: FakeClock) -> None:
    Card.objects.filter(pk=card.pk).update(ended_at=clock.utc_now())


def revealed(card: Card, clock: FakeClock, perfect: int | None = None) -> None:
    """End a card whose games are over, and reveal its dice."""
    now = clock.utc_now()
    ended(card, clock)
    assert card.share is not None
    reveal_share(card.share)
    reveal_share(card.base)
    Card.objects.filter(pk=card.pk).update(revealed_at=now, perfect=perfect)


LATER = timedelta(hours=2)
