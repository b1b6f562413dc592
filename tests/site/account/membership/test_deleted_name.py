"""A player who deletes their account is named in no row of any table."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps

from games.models import GameEvent, GameSnapshot, Notice, PushSubscription, User
from games.platform.clock import utc_now
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.site.account.membership.deletion import delete_player
from games.site.account.notifications.queue import Event, Facts, Person, queue_events
from games.site.study.analysis.game_analysis import analyse_game
from games.tables.rooms import chat, seating
from tests.support.desk import play
from tests.support.people import account, begun, open_room, playing

NAME = "Zephyrine"


def rows() -> Iterator[tuple[str, str]]:
    """Yield each value of each table of the site, as text, with the name of its column."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            yield from ((f"{model.__name__}.{name}", str(value)) for name, value in row.items())


def places() -> set[str]:
    return {column for column, value in rows() if NAME.casefold() in value.casefold()}


@pytest.mark.django_db(transaction=True)
def test_it_leaves_the_name_in_no_table(bob: User, settings: Any) -> None:
    settings.VAPID_KEY = "a key"
    player, other = account(NAME), account("Quillon")
    room = open_room(player, rated=True, clock=86400)
    finished = begun(room, player, other)
    play(finished, 99, random.Random(1))
    count_results([finished.pk])
    assert analyse_game(finished.pk)
    log_ends()
    running = playing(player, bob, variant="triple_yahtzee").game
    assert running is not None
    play(running, 40, random.Random(2))
    chat.say(open_room(player).pk, player.pk, "1", "hello")
    open_ = open_room(bob, seats=2)
    seating.sit(open_.pk, player.pk, 1, "lucky")
    PushSubscription.objects.create(player=bob, endpoint="https://a.example", created_at=utc_now())
    told = Facts("yacht", (Person(player.pk, NAME), Person(bob.pk, bob.name)), game="abc")
    over = Event(Notice.Kind.OVER, "abc", frozenset([bob.pk]), told, utc_now() + timedelta(days=1))
    queue_events([over], utc_now())
    assert Notice.objects.exists()
    assert GameSnapshot.objects.exists()
    assert places() >= {"User.name", "Scorecard.name", "Notice.facts"}
    assert not {place for place in places() if place.startswith(("GameEvent", "GameSnapshot"))}
    delete_player(player)
    assert places() == set()
    assert GameEvent.objects.count() > 100
