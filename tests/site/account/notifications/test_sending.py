"""Messages reach browsers and mailboxes: once, in the player's language, and if still true."""

import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from pytest_django.fixtures import Settings

from games.models import Game, Notice, PushSubscription, User
from games.people.accounts.preferences import Preferences, save_preferences
from games.site.account.membership.deletion import delete_player
from games.site.account.notifications import queue, sending
from games.site.account.notifications.choices import Wanted, choose_notices, refuse_mail
from games.site.account.notifications.endpoints import Answer, UnreachableError, post
from games.site.account.notifications.finding import ms_of
from games.site.account.notifications.queue import (
    MAIL_AFTER,
    Event,
    Facts,
    Person,
    forget_old,
    queue_events,
)
from games.site.account.notifications.sending import (
    MAX_TRIES,
    send_next_notice_mail,
    send_next_push,
)
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.push_service import PushService
from tests.site.account.notifications.subscribers import subscribed, wants_mail
from tests.site.account.notifications.test_vapid import claims
from tests.support.clock import FakeClock
from tests.support.mail_server import running_mail_server
from tests.support.people import begun, open_room

pytestmark = pytest.mark.registered

DAY_S = 86_400


def open_game(clock: FakeClock, *people: User, mode: str = "turns") -> Game:
    room = open_room(people[0], len(people), "yahtzee", clock=DAY_S, mode=mode)
    return begun(room, *people, now=clock.now_ms())


def turn_of(game: Game, *told: User) -> Event:
    """Return the event that it is these players' turn."""
    game.refresh_from_db()
    assert game.deadline is not None
    assert game.room is not None
    cards = game.scorecards.all()
    people = tuple(Person(card.player_id or 0, card.name) for card in cards)
    deadline = ms_of(game.deadline)
    facts = Facts("yahtzee", people, room=game.room.code, game=game.code, deadline=deadline)
    players = frozenset(player.pk for player in told)
    subject = f"{game.code}:{deadline}"
    return Event(Notice.Kind.TURN, subject, players, facts, game.deadline)


def end_of(clock: FakeClock, *people: Person) -> Event:
    facts = Facts("yahtzee", people, room="aaaaaaaaaaaa", game="bbbbbbbbbbbb")
    players = frozenset(person.player for person in people)
    until = clock.utc_now() + timedelta(days=1)
    return Event(Notice.Kind.OVER, "bbbbbbbbbbbb", players, facts, until)


def waiting() -> int:
    return Notice.objects.filter(next_try_at__isnull=False).count()


def send_all() -> None:
    while send_next_push() or send_next_notice_mail():
        pass


@pytest.fixture
def game(clock: FakeClock, alice: User, bob: User) -> Game:
    """It is Alice's turn in a game with Bob."""
    return open_game(clock, alice, bob)


# --- To a browser ---------------------------------------------------------------------------


def test_a_browser_is_told_once(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    browser = PushBrowser(service.endpoint("abc"))
    subscribed(alice, browser)
    for _ in range(2):
        queue_events([turn_of(game, alice)], clock.utc_now())
        send_all()
    [request] = service.received
    assert request.path == "/send/abc"
    assert game.room is not None
    assert browser.read(request.body) == {
        "title": "Your turn",
        "body": "Yahtzee with Bob",
        "path": f"/r/{game.room.code}/",
        "tag": f"game-{game.code}",
        "language": "en",
    }


def test_a_request_has_the_headers_of_rfc_8030_8188_and_8292(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    send_all()
    [request] = service.received
    headers = request.headers
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["urgency"] == "high"
    assert 0 < int(headers["ttl"]) <= DAY_S + 1
    assert len(headers["topic"]) <= 32
    assert headers["topic"].replace("-", "").replace("_", "").isalnum()
    _, body = claims(headers["authorization"])
    assert body["aud"] == f"http://{service.host}"


def test_each_browser_is_told_in_its_language(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    browsers = {name: PushBrowser(service.endpoint(name)) for name in ("en", "de")}
    for language, browser in browsers.items():
        subscribed(alice, browser, language)
    queue_events([turn_of(game, alice)], clock.utc_now())
    send_all()
    titles = {
        request.path[-2:]: browsers[request.path[-2:]].read(request.body)["title"]
        for request in service.received
    }
    assert titles == {"en": "Your turn", "de": "Dein Zug"}


def test_nobody_is_told_of_a_turn_that_is_over_by_then(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    Game.objects.filter(pk=game.pk).update(deadline=clock.utc_now() + timedelta(days=2))
    send_all()
    assert service.received == []
    assert waiting() == 0


def test_only_the_kinds_that_a_player_wants_are_told(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    choose_notices(alice, Wanted(frozenset(["over"]), "never"))
    queue_events([turn_of(game, alice)], clock.utc_now())
    assert waiting() == 0
    queue_events([end_of(clock, Person(alice.pk, "Alice", 1, 200))], clock.utc_now())
    assert waiting() == 1


@pytest.mark.parametrize("why", [404, 410, "not allowed any more"])
def test_a_browser_that_is_gone_is_forgotten_and_mail_is_sent_instead(
    service: PushService,
    settings: Settings,
    clock: FakeClock,
    game: Game,
    alice: User,
    why: int | str,
) -> None:
    wants_mail(alice, "turn")
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    if isinstance(why, int):
        service.status = why
    else:
        settings.PUSH_HOSTS = []
    assert send_next_push()
    assert len(service.received) == isinstance(why, int)
    assert not PushSubscription.objects.exists()
    clock.advance(MAIL_AFTER.total_seconds())
    send_all()
    assert [message.to for message in mail.outbox] == [["alice@example.com"]]


def test_it_tries_again_after_pauses_that_double_and_gives_up(
    service: PushService,
    clock: FakeClock,
    game: Game,
    alice: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    service.status = 503
    pauses = []
    for _ in range(MAX_TRIES - 1):
        assert send_next_push()
        assert not send_next_push()
        due = Notice.objects.get().next_try_at
        assert due is not None
        pauses.append((due - clock.utc_now()) / timedelta(minutes=1))
        clock.advance(pauses[-1] * 60)
    assert pauses == [1, 2, 4, 8, 16, 32, 60]
    assert send_next_push()
    assert waiting() == 0
    assert len(service.received) == MAX_TRIES
    assert "dropped" in caplog.text


def test_it_waits_as_long_as_the_push_service_asks(
    service: PushService, clock: FakeClock, game: Game, alice: User
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    service.status, service.headers = 429, {"Retry-After": "300"}
    assert send_next_push()
    assert Notice.objects.get().next_try_at == clock.utc_now() + timedelta(minutes=5)
    service.status, service.headers = 201, {}
    clock.advance(300)
    assert send_next_push()
    assert waiting() == 0


def test_the_browsers_of_a_player_wait_for_each_other_and_nobody_else_does(
    service: PushService,
    clock: FakeClock,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, player in (("a1", alice), ("a2", alice), ("b", bob)):
        subscribed(player, PushBrowser(service.endpoint(name)))
    game = open_game(clock, alice, bob, mode="rounds")
    queue_events([turn_of(game, alice, bob)], clock.utc_now())
    began = []

    def send_others_meanwhile(address: str, *request: Any) -> Answer:
        began.append(address[-2:])
        if began == ["a1"]:
            assert send_next_push()
            assert not send_next_push()
            began.append("end of a1")
        return post(address, *request)

    monkeypatch.setattr(sending, "post", send_others_meanwhile)
    send_all()
    assert began == ["a1", "/b", "end of a1", "a2"]
    assert len(service.received) == 3


def test_all_that_waits_for_a_browser_is_put_off_if_its_push_service_does_not_answer(
    service: PushService,
    clock: FakeClock,
    game: Game,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, player in (("a", alice), ("b", bob)):
        subscribed(player, PushBrowser(service.endpoint(name)))
    over = end_of(clock, Person(alice.pk, "Alice"), Person(bob.pk, "Bob"))
    queue_events([turn_of(game, alice), over], clock.utc_now())
    asked = []

    def fail_for_alice(address: str, *request: Any) -> Answer:
        asked.append(address[-1])
        if address.endswith("a"):
            raise UnreachableError
        return post(address, *request)

    monkeypatch.setattr(sending, "post", fail_for_alice)
    send_all()
    assert sorted(asked) == ["a", "b"]
    clock.advance(61)
    assert send_next_push()
    assert waiting() == 2


def test_it_does_not_try_again_what_is_refused(
    service: PushService,
    clock: FakeClock,
    game: Game,
    alice: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    service.status = 403
    assert send_next_push()
    assert waiting() == 0
    assert PushSubscription.objects.exists()
    assert "403" in caplog.text


def test_two_workers_send_once(
    service: PushService,
    clock: FakeClock,
    game: Game,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subscribed(alice, PushBrowser(service.endpoint("abc")))
    queue_events([turn_of(game, alice)], clock.utc_now())
    claim = sending._claim

    def claim_after_another(notice: Notice, now: Any) -> bool:
        assert claim(notice, now)
        return claim(notice, now)

    with monkeypatch.context() as patch:
        patch.setattr(sending, "_claim", claim_after_another)
        assert send_next_push()
    assert service.received == []
    assert not send_next_push()  # the other one sends it
    clock.advance(61)  # the other one was killed
    assert send_next_push()
    assert len(service.received) == 1


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (1, "Yahtzee with Bob and Charlie: you won with 231 points."),
        (2, "Yahtzee with Bob and Charlie: place 2 of 3, 231 points."),
        (0, "Yahtzee with Bob and Charlie: 231 points."),
    ],
)
def test_it_tells_how_a_game_ended(
    service: PushService,
    clock: FakeClock,
    alice: User,
    bob: User,
    charlie: User,
    place: int,
    told: str,
) -> None:
    browser = PushBrowser(service.endpoint("abc"))
    subscribed(alice, browser)
    people = (
        Person(alice.pk, "Alice", place, 231),
        Person(bob.pk, "Bob"),
        Person(charlie.pk, "Charlie"),
    )
    queue_events([end_of(clock, *people)], clock.utc_now())
    send_all()
    message = browser.read(service.received[0].body)
    assert (message["title"], message["body"]) == ("Game over", told)
    assert message["path"] == "/g/bbbbbbbbbbbb/"


# --- By mail --------------------------------------------------------------------------------


@pytest.fixture
def told_by_mail(clock: FakeClock, game: Game, alice: User) -> None:
    """Alice wants mail; it is her turn, and a mail is due."""
    wants_mail(alice, "turn")
    queue_events([turn_of(game, alice)], clock.utc_now())
    clock.advance(MAIL_AFTER.total_seconds())


def test_mail_waits_and_is_not_sent_to_those_who_play_meanwhile(
    clock: FakeClock, game: Game, alice: User
) -> None:
    wants_mail(alice, "turn")
    queue_events([turn_of(game, alice)], clock.utc_now())
    clock.advance(MAIL_AFTER.total_seconds() - 1)
    assert not send_next_notice_mail()
    Game.objects.filter(pk=game.pk).update(deadline=clock.utc_now() + timedelta(days=1))
    clock.advance(1)
    assert send_next_notice_mail()
    assert not mail.outbox


@pytest.mark.usefixtures("told_by_mail")
def test_mail_says_what_and_where_and_how_to_end_it(settings: Settings, game: Game) -> None:
    settings.SITE_URL = "https://yacht.example.org"
    send_all()
    [message] = mail.outbox
    assert isinstance(message, EmailMessage)
    assert message.subject == "Your turn: Yahtzee with Bob"
    assert message.to == ["alice@example.com"]
    assert game.room is not None
    text = str(message.body)
    assert "Hello Alice," in text
    assert f"\nhttps://yacht.example.org/r/{game.room.code}/\n" in text
    link = message.extra_headers["List-Unsubscribe"]
    assert link.startswith("<https://yacht.example.org/notifications/stop/")
    assert link.strip("<>") in text
    # RFC 8058, section 3.1
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.usefixtures("told_by_mail")
def test_mail_is_in_the_language_of_the_account(alice: User) -> None:
    save_preferences(alice, Preferences(language="de"))
    send_all()
    assert mail.outbox[0].subject == "Dein Zug: Fünferpasch mit Bob"
    assert "Hallo Alice," in str(mail.outbox[0].body)


@pytest.mark.usefixtures("told_by_mail")
def test_mail_reaches_a_real_server(settings: Settings) -> None:
    with running_mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, port = server.url.removeprefix("smtp://").split(":")
        settings.EMAIL_PORT = int(port)
        send_all()
        [text] = server.mails
    assert "Subject: Your turn: Yahtzee with Bob" in text
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in text


@pytest.mark.usefixtures("told_by_mail")
def test_no_other_worker_sends_a_mail_however_slow_the_server_is(
    clock: FakeClock, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    getreply = smtplib.SMTP.getreply

    def slow(smtp: smtplib.SMTP) -> tuple[int, bytes]:
        nonlocal steps
        steps += 1
        clock.advance(settings.EMAIL_TIMEOUT)
        assert not send_next_notice_mail()
        return getreply(smtp)

    monkeypatch.setattr(smtplib.SMTP, "getreply", slow)
    with running_mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, port = server.url.removeprefix("smtp://").split(":")
        settings.EMAIL_PORT = int(port)
        assert send_next_notice_mail()
    assert len(server.mails) == 1
    # This server needs no TLS and no password, and has one address: those take 9 steps more.
    assert 6 <= steps <= sending.MAIL_ANSWERS - 9


@pytest.mark.usefixtures("told_by_mail")
@pytest.mark.parametrize("change", ["another address", "no more mail", "deleted", "banned"])
def test_mail_is_not_sent_to_those_who_have_changed_their_mind(alice: User, change: str) -> None:
    if change == "another address":
        User.objects.filter(pk=alice.pk).update(email="other@example.com")
    elif change == "no more mail":
        refuse_mail(alice.pk)
    elif change == "deleted":
        delete_player(alice)
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    send_all()
    assert not mail.outbox
    assert waiting() == 0


def test_an_address_that_is_not_confirmed_gets_no_mail(
    clock: FakeClock, game: Game, alice: User
) -> None:
    choose_notices(alice, Wanted(frozenset(["turn"]), "instead"))
    queue_events([turn_of(game, alice)], clock.utc_now())
    assert waiting() == 0


def test_what_is_of_no_use_any_more_is_deleted(clock: FakeClock, game: Game, alice: User) -> None:
    wants_mail(alice, "turn")
    queue_events([turn_of(game, alice)], clock.utc_now())
    forget_old(clock.utc_now())
    assert Notice.objects.count() == 1
    clock.advance(DAY_S + 2)
    assert send_next_notice_mail()
    assert not mail.outbox
    forget_old(clock.utc_now())
    assert Notice.objects.count() == 0


def test_so_many_messages_are_deleted_at_a_time(
    clock: FakeClock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_FORGOTTEN", 2)
    wants_mail(alice, "over")
    for number in range(3):
        clock.advance(1)
        over = end_of(clock, Person(alice.pk, "Alice"))
        queue_events([over._replace(subject=str(number))], clock.utc_now())
    clock.advance(DAY_S + 2)
    forget_old(clock.utc_now())
    assert [notice.subject for notice in Notice.objects.all()] == ["2"]
    forget_old(clock.utc_now())
    assert not Notice.objects.exists()
