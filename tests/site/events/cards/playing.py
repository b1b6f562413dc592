"""Make and play cards in the database, at the time of the fake clock."""

from typing import Any

from games.core.engine import Roll
from games.core.engine.fairness import group_seal
from games.models import Card, CardEntry, FairLogEntry, Game, User
from games.site.events.cards.closing import settle
from games.site.events.cards.entries import enter
from games.site.events.cards.judging import judge_some
from games.site.events.cards.opening import seal_card, show_seed
from tests.site.events.daily.playing import do, play_out
from tests.support.clock import FakeClock

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S
SALT, TEXT = "0" * 32, "seed"


def sealed_card(sender: User, clock: FakeClock, variant: str = "yacht", **given: Any) -> Card:
    """A card whose seed is not shown yet. `days`: 7 unless given; `switches`, `circle`."""
    seal = group_seal(SALT, TEXT)
    switches, days = given.get("switches", {}), given.get("days", 7)
    circle = given.get("circle")
    return seal_card(sender, variant, switches, days, seal, clock.utc_now(), circle=circle)


def open_card(sender: User, clock: FakeClock, variant: str = "yacht", **given: Any) -> Card:
    return show_seed(sealed_card(sender, clock, variant, **given).pk, SALT, TEXT)


def begin(card: Card, player: User, clock: FakeClock, browser: str = "") -> Game:
    game = enter(card.pk, player, browser or f"browser of {player.pk}", clock.utc_now()).game
    assert game is not None
    return game


def begin_a_turn(card: Card, player: User, clock: FakeClock) -> Game:
    game = begin(card, player, clock)
    do(game, Roll(1, 0), clock)
    return game


def played(card: Card, player: User, clock: FakeClock, best: bool = True, browser: str = "") -> int:
    """Let a player play a card to its end. Return the total."""
    return play_out(begin(card, player, clock, browser), clock, best)


def entry(card: Card, player: User) -> CardEntry:
    return CardEntry.objects.get(card=card, player=player)


def settled(card: Card, clock: FakeClock) -> Card:
    """Let the worker look once. Return the card as it is then."""
    settle(clock.utc_now())
    card.refresh_from_db()
    return card


def judged(card: Card, clock: FakeClock) -> Card:
    while judge_some(clock.utc_now()):
        pass
    card.refresh_from_db()
    return card


def ends_in_log(card: Card) -> dict[str, str]:
    """Return what the public log says of the end of a card: its kinds, by code."""
    codes = [card.base, card.share or ""]
    ends = FairLogEntry.objects.filter(code__in=codes, is_end=True)
    return dict(ends.values_list("code", "kind"))
