"""What waits for others names a deleted player no more, and tells a new name after the game."""

import pytest
from django.utils.translation import override

from games.models import Game, Notice, User
from games.site.account.membership.blocks import block
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.renaming import rename_player
from games.site.account.notifications.queue import Person, facts_of, queue_events
from games.site.account.notifications.texts import text_of
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.subscribers import subscribed
from tests.site.account.notifications.test_sending import end_of, game, turn_of
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
            text_of("turn", facts_of(notices[0]), alice.pk).body
            == "Fünferpasch mit Gelöschtes Konto"
        )


def test_a_new_name_is_told_after_the_game_and_to_nobody_who_blocked_its_owner(
    clock: FakeClock, game: Game, alice: User, bob: User, charlie: User
) -> None:
    for player in (alice, charlie):
        subscribed(player, PushBrowser(f"https://push.example.net/{player.pk}"))
    turn = turn_of(game, alice)
    people = [Person(each.pk, each.name, 1, 9) for each in (alice, bob, charlie)]
    block(charlie.pk, bob.pk)
    rename_player(bob, "Words of mine")
    queue_events([turn, end_of(clock, *people)], clock.utc_now())
    told = {
        (notice.kind, notice.player_id): facts_of(notice).people[1].name
        for notice in Notice.objects.all()
    }
    assert told == {
        ("turn", alice.pk): "Bob",
        ("over", alice.pk): "Words of mine",
        ("over", charlie.pk): "Bob",
    }
