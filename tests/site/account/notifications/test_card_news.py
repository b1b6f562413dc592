"""People who are away are told what happens on cards: each thing once, and nothing that spoils."""

import pytest
from django.core import mail

from games.models import Card, Notice, User
from games.site.account.membership.deletion import delete_player
from games.site.account.notifications.card_news import GATHER, MAX_NAMED, tell_of_cards, waiting
from games.site.account.notifications.choices import KINDS, Wanted, choose_notices
from games.site.account.notifications.queue import facts_of
from games.site.account.notifications.sending import send_next_notice_mail
from games.site.account.notifications.texts import text_of
from games.site.events.cards.closing import end_card, settle, take_open_results
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.subscribers import subscribed, wants_mail
from tests.site.events.cards.playing import DAY_S, begin, open_card, played
from tests.support.clock import FakeClock
from tests.support.people import person

pytestmark = pytest.mark.registered

OF_CARDS = ("played", "beaten", "closes", "revealed")


@pytest.fixture(autouse=True)
def _all_have_a_browser(alice: User, bob: User, charlie: User, guest: User) -> None:
    for player in (alice, bob, charlie, guest):
        browser(player)


def browser(player: User) -> None:
    subscribed(player, PushBrowser(f"https://push.example.net/{player.pk}"))


def look(clock: FakeClock) -> None:
    """Let the worker look, and a second time, and let the others go on."""
    take_open_results()
    for _ in range(2):
        tell_of_cards(clock.utc_now())
    clock.advance(1)


def told(kind: str) -> dict[str, list[str]]:
    """Return what each player was told, by name."""
    found: dict[str, list[str]] = {}
    for notice in Notice.objects.filter(kind=kind).order_by("pk").select_related("player"):
        text = text_of(kind, facts_of(notice), notice.player_id)
        found.setdefault(notice.player.name, []).append(text.title)
    return found


def finished(card: Card, player: User, clock: FakeClock, best: bool = True) -> None:
    played(card, player, clock, best)
    clock.advance(1)


def test_it_tells_the_sender_who_has_played(
    alice: User, bob: User, guest: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    begin(card, bob, clock)
    look(clock)
    assert told("played") == {}
    finished(card, guest, clock)
    look(clock)
    assert told("played") == {"Alice": ["Gus played your card"]}


def test_it_tells_of_many_at_once_in_one_message(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    finished(card, person("First"), clock)
    look(clock)
    for number in range(MAX_NAMED + 1):
        finished(card, person(f"P{number}"), clock)
    look(clock)
    assert told("played")["Alice"] == ["First played your card"]
    clock.advance(GATHER.total_seconds())
    look(clock)
    assert told("played")["Alice"] == ["First played your card", "4 people played your card"]
    assert not any(query.exists() for query in waiting(clock.utc_now()))


def test_it_tells_those_who_have_finished_that_somebody_beat_them(
    alice: User, bob: User, charlie: User, guest: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    begin(card, charlie, clock)
    for player in (alice, bob):
        finished(card, player, clock, best=player == bob)
    look(clock)
    assert told("beaten") == {"Alice": ["Bob beat you"]}
    finished(card, guest, clock)
    clock.advance(GATHER.total_seconds())
    look(clock)
    # Bob has as many points; Charlie still plays; Alice was told.
    assert told("beaten") == {"Alice": ["Bob beat you"]}


def test_who_comes_later_with_fewer_points_is_not_beaten(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    finished(card, bob, clock)
    finished(card, charlie, clock, best=False)
    look(clock)
    assert told("beaten") == {}


def test_no_message_about_a_card_has_points(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    totals = {played(card, player, clock, player == bob) for player in (alice, bob)}
    look(clock)
    begin(card, charlie, clock)
    clock.advance(6 * DAY_S)
    look(clock)
    end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    settle(clock.utc_now())
    look(clock)
    assert {each.kind for each in Notice.objects.all()} <= set(OF_CARDS)
    for notice in Notice.objects.all():
        text = text_of(notice.kind, facts_of(notice), notice.player_id)
        assert text.path == f"/c/{card.code}/"
        for total in totals:
            assert str(total) not in f"{text.title} {text.body} {notice.facts}".replace(
                card.code, ""
            )


def test_it_tells_sender_and_those_who_play_that_it_closes_tomorrow(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card, short = open_card(alice, clock), open_card(alice, clock, days=1)
    begin(card, bob, clock)
    finished(card, charlie, clock)
    begin(short, bob, clock)
    clock.advance(6 * DAY_S - 60)
    look(clock)
    assert told("closes") == {}
    clock.advance(60)
    look(clock)
    assert told("closes") == {
        "Alice": ["Your card closes tomorrow"],
        "Bob": ["A card closes tomorrow"],
    }
    (notice,) = Notice.objects.filter(kind="closes", player=bob)
    text = text_of("closes", facts_of(notice), bob.pk)
    assert text.body == "Yacht by Alice: finish your game."


def test_it_tells_all_who_played_of_the_reveal(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card, nobodys = open_card(alice, clock), open_card(alice, clock)
    finished(card, bob, clock)
    begin(card, charlie, clock)
    for each in (card, nobodys):
        end_card(each.pk, clock.utc_now())
    look(clock)
    assert told("revealed") == {}
    clock.advance(DAY_S)
    settle(clock.utc_now())
    look(clock)
    assert told("revealed") == {
        "Alice": ["Your card is revealed"],
        "Bob": ["A card is revealed"],
        "Charlie": ["A card is revealed"],
    }


def test_a_reveal_replaces_news_that_waited(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    finished(card, bob, clock)
    end_card(card.pk, clock.utc_now())
    settle(clock.utc_now())
    look(clock)
    assert (told("played"), set(told("revealed"))) == ({}, {"Alice", "Bob"})


@pytest.mark.parametrize("kind", OF_CARDS)
def test_people_kept_apart_hear_nothing_of_each_other(
    kind: str, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    begin(card, bob, clock)
    finished(card, alice, clock, best=False)
    begin(card, charlie, clock)
    # Only after they have begun: Bob beats Alice.
    alice.blocked.add(bob)
    clock.advance(6 * DAY_S)
    finished(card, bob, clock)
    look(clock)
    end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    settle(clock.utc_now())
    look(clock)
    assert "Bob" not in told(kind)
    assert not any("Bob" in title for title in told(kind).get("Alice", []))


def test_further_entries_from_one_browser_are_no_news(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    played(card, bob, clock, best=False, browser="tablet")
    clock.advance(1)
    look(clock)
    clock.advance(GATHER.total_seconds())
    played(card, charlie, clock, browser="tablet")
    look(clock)
    assert (told("played"), told("beaten")) == ({"Alice": ["Bob played your card"]}, {})


@pytest.mark.parametrize("kind", OF_CARDS)
def test_each_kind_can_be_turned_off(
    kind: str, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    for player in (alice, bob, charlie):
        choose_notices(player, Wanted(frozenset(KINDS) - {kind}, "never"))
    card = open_card(alice, clock)
    finished(card, alice, clock, best=False)
    begin(card, charlie, clock)
    finished(card, bob, clock)
    look(clock)
    clock.advance(6 * DAY_S)
    look(clock)
    end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    settle(clock.utc_now())
    look(clock)
    assert {each for each in OF_CARDS if told(each)} == set(OF_CARDS) - {kind}


def test_guests_without_a_browser_get_nothing_and_accounts_a_mail(
    alice: User, clock: FakeClock
) -> None:
    lone = person("Lone")
    wants_mail(alice, *KINDS, mail="always")
    card = open_card(alice, clock)
    finished(card, lone, clock)
    look(clock)
    end_card(card.pk, clock.utc_now())
    settle(clock.utc_now())
    look(clock)
    while send_next_notice_mail():
        pass
    assert not Notice.objects.filter(player=lone).exists()
    assert [each.subject for each in mail.outbox] == [
        "Lone played your card: Yacht",
        "Your card is revealed: Yacht: see all games turn by turn.",
    ]


def test_nobody_is_told_of_a_card_that_has_ended_meanwhile(alice: User, clock: FakeClock) -> None:
    wants_mail(alice, *KINDS, mail="always")
    card = open_card(alice, clock)
    clock.advance(6 * DAY_S)
    look(clock)
    assert set(told("closes")) == {"Alice"}
    end_card(card.pk, clock.utc_now())
    while send_next_notice_mail():
        pass
    assert mail.outbox == []


def test_a_name_that_is_deleted_leaves_the_messages(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    finished(card, bob, clock)
    look(clock)
    delete_player(bob)
    assert told("played") == {"Alice": ["Deleted player played your card"]}
