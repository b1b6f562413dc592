"""Makes what has times, at known moments, in the database of a running site: `python -m
tests.system.e2e.zoned_scene` in its environment. Writes the addresses of its pages as JSON.
"""

import json
import os
import random
import sys
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import django

HAPPENED = datetime(2026, 11, 28, 1, 25, tzinfo=UTC)
PAUSE_ENDS = datetime(2026, 11, 28, 4, 25, 2, tzinfo=UTC)
STARTS = datetime(2032, 6, 1, 3, 30, tzinfo=UTC)
NAME = "Nadia"


def make_scene() -> dict[str, str]:
    """Make an account with a game, a decision and a kept card, and a tournament."""
    from django.test import Client  # noqa: PLC0415 - after the setup, as all of these

    from games.core.rules import VARIANTS  # noqa: PLC0415
    from games.models import RealDiceGame, Sanction, Tournament, User  # noqa: PLC0415
    from games.platform.clock import use_clock  # noqa: PLC0415
    from tests.site.study.real_dice.cards import random_card  # noqa: PLC0415
    from tests.support import played  # noqa: PLC0415
    from tests.support.clock import FakeClock  # noqa: PLC0415
    from tests.support.people import BACKEND, registered  # noqa: PLC0415

    clock = FakeClock()
    clock.set(round(HAPPENED.timestamp() * 1000))
    with use_clock(clock), patch.object(played, "NOW", clock.ms):
        nadia = registered(NAME)
        game = played.finished_game(nadia, registered("Omar"))
    User.objects.filter(pk=nadia.pk).update(date_joined=HAPPENED)
    Sanction.objects.create(
        player=nadia, kind="no chat", reason="spam", begins_at=HAPPENED, ends_at=PAUSE_ENDS
    )
    event = Tournament.objects.create(
        name="Far Cup",
        variant="yacht",
        clock=60,
        seats=2,
        starts_at=STARTS,
        ends_at=STARTS + timedelta(hours=1),
    )
    browser = Client(headers={"Host": "localhost"})
    browser.force_login(nadia, backend=BACKEND)
    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")
    answer = browser.post("/scorecard/keep/", json.dumps(card), content_type="application/json")
    RealDiceGame.objects.update(kept_at=HAPPENED)
    return {
        "game": f"/g/{game.code}/",
        "kept": str(answer.json()["address"]),
        "tournament": f"/tournaments/{event.code}/",
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    django.setup()
    json.dump(make_scene(), sys.stdout)
