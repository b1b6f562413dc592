"""Players who want to be notified."""

from datetime import timedelta

from games.models import PushSubscription, User
from games.platform.clock import utc_now
from games.site.account.notifications.choices import Wanted, choose_notices, confirm_address
from games.site.account.notifications.subscriptions import Keys, Subscription, subscribe_browser
from tests.site.account.notifications.browser import PushBrowser


def subscribed(player: User, browser: PushBrowser, language: str = "en") -> PushSubscription:
    keys = Keys(**browser.subscription["keys"])
    subscribe_browser(player, Subscription(browser.endpoint, keys), language)
    return PushSubscription.objects.get(endpoint=browser.endpoint)


def wants_mail(player: User, *kinds: str, mail: str = "instead") -> None:
    """Have the player want news of these kinds, by mail too, with a confirmed address."""
    choose_notices(player, Wanted(frozenset(kinds), mail))
    assert confirm_address(player.pk, player.email)


def seen_long_ago(player: User) -> None:
    """Let the player have no tab open."""
    long_ago = utc_now() - timedelta(days=365)
    User.objects.filter(pk=player.pk).update(seen_at=long_ago)
