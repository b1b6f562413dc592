"""People, a clock, and a push service."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django.fixtures import Settings

from games.accounts.players import do_create_account
from games.clock import utc_now
from games.models import PushSubscription, User
from games.notifications import sending
from games.notifications.choices import Wanted, do_choose, do_confirm
from games.notifications.subscriptions import Keys, Subscription, do_subscribe
from games.notifications.thread_shares import Lanes
from games.notifications.vapid import new_key
from tests.notifications.browser import PushBrowser
from tests.notifications.push_service import PushService, running_push_service
from tests.support.fixtures import clock, hubs, no_complaints
from tests.views.conftest import _quick_site, outsider, signed_in

__all__ = ["_quick_site", "clock", "hubs", "no_complaints", "outsider", "signed_in"]

KINDS = frozenset(["turn", "over", "challenge"])
NONE = frozenset[str]()


def account(name: str) -> User:
    return do_create_account(name, "red sails at dawn", f"{name.lower()}@example.com")


@pytest.fixture
def alice(transactional_db: None) -> User:
    return account("Alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    return account("Bob")


@pytest.fixture
def charlie(transactional_db: None) -> User:
    return account("Charlie")


@pytest.fixture(autouse=True)
def _fresh_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No push service has failed to answer. Ids of browsers begin anew with each test."""
    monkeypatch.setattr(sending, "_lanes", Lanes())


@pytest.fixture(autouse=True)
def _push_is_on(settings: Settings) -> None:
    settings.VAPID_KEY = new_key()


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    """A push service that the site may use."""
    with running_push_service() as running:
        settings.PUSH_HOSTS = [running.host]
        yield running


def subscribed(player: User, browser: PushBrowser, language: str = "en") -> PushSubscription:
    """Subscribe a browser for a player."""
    keys = Keys(**browser.subscription["keys"])
    do_subscribe(player, Subscription(browser.endpoint, keys), language)
    return PushSubscription.objects.get(endpoint=browser.endpoint)


def wants_mail(player: User, *kinds: str, both: bool = False) -> None:
    """Have the player want mail of these kinds, with a confirmed address."""
    do_choose(player, Wanted(KINDS, frozenset(kinds), both))
    assert do_confirm(player.pk, player.email)


def seen_long_ago(player: User) -> None:
    """Let the player have no tab open."""
    long_ago = utc_now() - timedelta(days=365)
    User.objects.filter(pk=player.pk).update(seen_at=long_ago)
