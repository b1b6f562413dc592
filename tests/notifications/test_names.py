"""What waits for others names a deleted player no more."""

import pytest
from django.utils.translation import override

from games.membership.deletion import delete_player
from games.models import Game, Notice, User
from games.notifications.queue import Person, facts_of, queue_events
from games.notifications.texts import text_of
from tests.notifications.browser import PushBrowser
from tests.notifications.subscribers import subscribed
from tests.notifications.test_sending import end_of, game, turn_of
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered

__all__ = ["game"]


def test_what_waits_for_others_forgets_the_name_of_a_deleted_player(
    clock: FakeClock, game: Game, alice: User, bob: User, charlie: User
) -> None:
    browser = PushBrowser("https://push.example.net/a")
    subscribed(alice, browser)
    turn = turn_of(game, alice)
    other = end_of(clock, Person(alice.pk, "Alice", 1, 9), Person(charlie.pk, "Charlie"))
    queue_events([turn, other], clock.utc_now())
    delete_player(bob)
    stored = "".join(Notice.objects.values_list("facts", flat=True))
    assert "Bob" not in stored
    assert "Charlie" in stored
    # A live game that tells of a later turn has the name of its start.
    queue_events([turn._replace(subject="later")], clock.utc_now())
    notices = Notice.objects.filter(kind="turn")
    assert {facts_of(each).people for each in notices} == {
        (Person(alice.pk, "Alice"), Person(bob.pk, "Deleted player"))
    }
    with override("de"):
        assert (
            text_of("turn", facts_of(notices[0]), alice.pk).body == "Yahtzee mit Gelöschtes Konto"
        )
