"""Play a card beside the old games, in a process of the old site."""

import json
import random

from django.db.models import Max

from games.models import Card, FairLogEntry, Game, GameEvent, Tournament, User
from games.platform.clock import use_clock
from games.record.log.verifying import problems_of
from games.site.events.cards.entries import enter
from tests.site.events.cards.revealing import open_card, revealed
from tests.support import desk
from tests.support.clock import FakeClock

TURNS = 100


def running() -> dict[str, int]:
    """Return how many games of a duplicate event, and how many replays, are being played."""
    playing = Game.objects.filter(status=Game.Status.PLAYING)
    events = Tournament.objects.filter(kind="duplicate").values("share")
    return {
        "duplicate": playing.filter(share__in=events).count(),
        "replay": playing.filter(replay=True, share=None).count(),
    }


def play_card() -> list[str]:
    """Have Alice and Bob play a card to its end. Return the kinds of its entries in the public log,
    and what is wrong with its games.
    """
    clock = FakeClock()
    with use_clock(clock):
        clock.set_at_least(GameEvent.objects.aggregate(newest=Max("at"))["newest"])
        people = [User.objects.get(name=name) for name in ("Alice", "Bob")]
        card, problems = open_card(people[0]), []
        for player in people:
            game = enter(card.pk, player, str(player.pk), clock.utc_now()).game
            assert game is not None
            desk.play(game, TURNS, random.Random(player.pk), now=clock.now_ms())
            game.refresh_from_db()
            problems += problems_of(game)
        revealed(card)
    card = Card.objects.get()
    entries = FairLogEntry.objects.filter(code__in=(card.base, card.share)).order_by("index")
    return [*problems, *entries.values_list("kind", flat=True)]


def main() -> None:
    """Do it, and print what came of it as JSON."""
    before = running()
    kinds = play_card()
    print(json.dumps({"running": before, "still": running(), "card": kinds}))
