"""A push service or a player that does not answer keeps few of the threads: the others go on."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import User
from games.site.account.notifications import sending
from games.site.account.notifications.endpoints import Answer, UnreachableError
from games.site.account.notifications.queue import queue_events
from games.site.account.notifications.sending import send_next_push
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.subscribers import subscribed
from tests.site.account.notifications.test_sending import open_game, send_all, turn_of
from tests.support.clock import FakeClock
from tests.support.people import registered

pytestmark = pytest.mark.registered


def reached(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[str], None]) -> list[str]:
    """Answer for all push services. `meanwhile`: called with the path while one is asked. Return
    the paths in the order of the answers.
    """
    answered = []

    def answer(address: str, *_: Any) -> Answer:
        path = address.rpartition("/")[2]
        meanwhile(path)
        answered.append(path)
        return Answer(201, None)

    monkeypatch.setattr(sending, "post", answer)
    return answered


def test_a_push_service_keeps_two_threads_at_most(
    clock: FakeClock,
    alice: User,
    bob: User,
    charlie: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dora = registered("Dora")
    for player in (alice, bob, charlie):
        subscribed(player, PushBrowser(f"https://slow.example/{player.name}"))
    subscribed(dora, PushBrowser("https://quick.example/Dora"))
    game = open_game(clock, alice, bob, charlie, dora, mode="rounds")
    queue_events([turn_of(game, alice, bob, charlie, dora)], clock.utc_now())

    def meanwhile(path: str) -> None:
        if path in ("Alice", "Bob"):
            # Bob, and then Dora: Charlie waits for one of the two to be answered.
            assert send_next_push()
        elif path == "Dora":
            assert not send_next_push()

    answered = reached(monkeypatch, meanwhile)
    assert send_next_push()
    assert answered == ["Dora", "Bob", "Alice"]
    assert send_next_push()
    assert answered[3:] == ["Charlie"]


def test_browsers_that_did_not_answer_keep_one_thread_together(
    clock: FakeClock,
    alice: User,
    bob: User,
    charlie: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for player in (alice, bob, charlie):
        subscribed(player, PushBrowser(f"https://{player.name.lower()}.example/{player.name}"))
    game = open_game(clock, alice, bob, charlie, mode="rounds")
    queue_events([turn_of(game, alice, bob)], clock.utc_now())

    def be_silent(path: str) -> None:
        raise UnreachableError(path)

    assert reached(monkeypatch, be_silent) == []
    send_all()
    clock.advance(61)
    queue_events([turn_of(game, charlie)], clock.utc_now())

    def meanwhile(path: str) -> None:
        if path == "Alice":
            assert send_next_push()
            assert not send_next_push()

    answered = reached(monkeypatch, meanwhile)
    send_all()
    assert answered == ["Charlie", "Alice", "Bob"]
