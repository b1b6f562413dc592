"""Rate limits."""

import os
import subprocess
import sys

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from games.platform.limits import buckets, rates
from games.platform.limits.rates import LimitedError, client_address
from tests.support.clock import FakeClock


@pytest.fixture(autouse=True)
def limits(clock: FakeClock) -> None:
    """Nothing was counted before, and only the test moves the time."""


def take(key: str, times: int = 3) -> bool:
    try:
        rates.take(key, times, 60)
    except LimitedError:
        return False
    return True


def test_it_lets_the_allowed_number_through_and_then_no_more() -> None:
    assert [take("a") for _ in range(5)] == [True, True, True, False, False]


def test_it_counts_each_key_for_itself() -> None:
    assert [take(key) for key in "aaab"] == [True, True, True, True]
    assert not take("a")


def test_it_refills_evenly(clock: FakeClock) -> None:
    for _ in range(3):
        take("a")
    clock.advance(19.9)
    assert not take("a")
    clock.advance(0.2)
    assert take("a")
    assert not take("a")


def test_it_never_holds_more_than_a_full_bucket(clock: FakeClock) -> None:
    take("a")
    clock.advance(1_000_000)
    assert [take("a") for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("spent", range(40))
def test_it_is_full_after_exactly_the_time_of_a_refill(clock: FakeClock, spent: int) -> None:
    # Seconds with a fraction, at which a sum of floats often falls short.
    clock.advance(10_000.1 + spent / 7)
    rates.take("a", 1, 86_400)
    assert not rates.is_untouched("a", 1, 86_400)
    clock.advance(86_400)
    assert rates.is_untouched("a", 1, 86_400)
    rates.take("a", 1, 86_400)


def test_it_tells_how_long_to_wait() -> None:
    for _ in range(3):
        take("a")
    with pytest.raises(LimitedError) as limited:
        rates.take("a", 3, 60)
    assert limited.value.wait == pytest.approx(20)
    assert limited.value.message.endswith("Please wait 1 minute.")
    assert LimitedError(90).message.endswith("Please wait 2 minutes.")


def test_it_forgives_on_request(settings: Settings) -> None:
    settings.LIMITS = {"sign-in": (1, 60)}
    rates.spend("sign-in", "alice")
    rates.forgive("sign-in", "alice")
    rates.spend("sign-in", "alice")
    with pytest.raises(LimitedError):
        rates.spend("sign-in", "alice")


def test_it_stays_small_under_a_flood_of_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "MAX_BUCKETS", 10)
    for number in range(1000):
        take(f"a{number}")
    assert len(rates.BUCKETS._buckets) <= 10
    assert [take("a999") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", "unknown"),
        ("/tmp/socket", "unknown"),
    ],
)
def test_it_counts_by_address_or_by_the_network_of_an_ipv6_one(remote: str, counted: str) -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=remote)) == counted


@pytest.mark.process
def test_it_takes_other_limits_from_the_environment() -> None:
    program = "from django.conf import settings; print(settings.LIMITS['room'])"
    environment = {
        **os.environ,
        "LIMITS": "room=7/60",
        "DJANGO_SETTINGS_MODULE": "yachtsite.settings",
    }
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "(7, 60)"
