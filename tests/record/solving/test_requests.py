"""Who asks for tables of house rules, and in which order they are solved."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import Variant, find_variant
from games.models import RuleSet, User
from games.platform.clock import utc_now
from games.record.solving import requests
from tests.support.clock import FakeClock

pytestmark = pytest.mark.django_db


def rules(number: int) -> Variant:
    return find_variant(f"yatzy+bonus-{number}")


def solve_next() -> str:
    """Solve the next rules, and return their text."""
    found = requests.claim()
    assert found is not None
    requests.store(found, 200.5, 30.25)
    return found.text


def test_rules_are_asked_for_once_and_then_known() -> None:
    assert requests.perfect_play(rules(1)).state == "waiting"
    assert requests.ask(rules(1))
    assert requests.ask(rules(1))
    assert solve_next() == rules(1).id
    assert requests.perfect_play(rules(1)) == ("solved", 200.5, 30.25)
    assert requests.claim() is None


def test_official_games_and_what_cannot_be_solved_are_not_asked_for() -> None:
    for id_ in ("yahtzee", "triple_yahtzee", "maxi_yatzy"):
        assert not requests.ask(find_variant(id_))
        requests.want(find_variant(id_))
    assert not RuleSet.objects.exists()
    assert requests.perfect_play(find_variant("maxi_yatzy")).state == "never"


def test_nobody_holds_up_the_others(alice: User, bob: User) -> None:
    for number in range(1, 4):
        requests.ask(rules(number), alice.pk)
    requests.ask(rules(4), bob.pk)
    requests.ask(rules(5))
    assert [solve_next() for _ in range(5)] == [rules(each).id for each in (1, 4, 5, 2, 3)]


def test_one_is_solved_at_a_time_on_the_whole_site(clock: FakeClock) -> None:
    requests.ask(rules(1))
    requests.ask(rules(2))
    first = requests.claim()
    assert first is not None
    assert requests.claim() is None
    # Its worker was killed: another one begins again, and the first one comes too late.
    clock.advance(requests.LOST_AFTER.total_seconds() + 1)
    again = requests.claim()
    assert again is not None
    assert {again.text} <= {rules(1).id, rules(2).id}
    requests.fail(again)
    assert requests.perfect_play(find_variant(again.text)).state == "failed"


def test_a_deleted_table_is_made_again(clock: FakeClock) -> None:
    requests.ask(rules(1))
    solve_next()
    assert requests.claim() is None
    clock.advance(requests.AGAIN_AFTER.total_seconds() + 1)
    requests.ask(rules(1))
    # What perfect play scores is still known.
    assert requests.perfect_play(rules(1)).expected == 200.5
    assert solve_next() == rules(1).id


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_WAITING", 3)
    assert [requests.ask(rules(number)) for number in range(1, 6)] == [True] * 3 + [False] * 2


def test_rules_that_nobody_asks_for_are_forgotten() -> None:
    requests.ask(rules(1))
    requests.ask(rules(2))
    old = utc_now() - requests.KEPT - timedelta(days=1)
    RuleSet.objects.filter(text=rules(1).id).update(asked_at=old)
    assert requests.delete_unused() == 1
    assert [row.text for row in RuleSet.objects.all()] == [rules(2).id]


def test_a_page_asks_and_has_a_limit(outsider: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "solve": (1, 3600)}
    address = f"/rules/x/{rules(7).id}/perfect/"
    assert outsider.get(address).json()["state"] == "waiting"
    assert not RuleSet.objects.exists()
    assert outsider.post(address).json()["state"] == "waiting"
    assert outsider.post(f"/rules/x/{rules(8).id}/perfect/").status_code == 429
    solve_next()
    answer = outsider.get(address).json()
    assert answer == {"state": "solved", "text": "Perfect play scores 200.50 on average."}
