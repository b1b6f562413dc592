"""Cards in every state, at the time of the fake clock, without a worker."""

from datetime import timedelta

from games.core.engine import Resign
from games.models import Card, CardEntry, User
from games.record.reveals.shared_dice import reveal_share
from games.site.events.cards.entries import take_results
from tests.site.events.cards import playing
from tests.site.events.cards.playing import begin
from tests.site.events.daily.playing import do
from tests.support.clock import FakeClock


def played(
    card: Card, player: User, clock: FakeClock, *, browser: str = "", best: bool = True
) -> int:
    """Play a card to the end, badly unless `best`. Return the total."""
    total = playing.played(card, player, clock, best, browser)
    take_results(CardEntry.objects.filter(card=card))
    return total


def resigned(card: Card, player: User, clock: FakeClock) -> None:
    do(begin(card, player, clock), Resign(), clock)
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
