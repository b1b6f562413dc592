"""The browsers that show notifications for a player."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.account.notifications.endpoints import EndpointRefused, check_endpoint
from games.site.account.notifications.models import Notice, NotificationChoice, PushSubscription
from games.site.account.notifications.queue import forget_name
from games.site.account.notifications.web_push import from_text, read_point, to_text

MAX_SUBSCRIPTIONS = 8
"""The most subscriptions of one player. The oldest ones are deleted."""
MAX_BYTES = 2000
# RFC 8291, section 3.2.
AUTH_BYTES = 16


class Keys(msgspec.Struct, frozen=True):
    """The keys of a subscription (W3C, Push API, PushEncryptionKeyName), in Base64 for URLs."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """A subscription as PushSubscription.toJSON() returns it in a browser."""

    endpoint: str
    keys: Keys


class SubscriptionRefused(Exception):
    """The text is not a subscription to which we can send. `message` says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def parse_subscription(text: str) -> Subscription:
    """Return the subscription in a JSON text. Raises SubscriptionRefused."""
    # Store the keys in one form: decoders skip padding, and characters that are not Base64.
    try:
        if len(text) > MAX_BYTES:
            raise SubscriptionRefused(f"Send at most {MAX_BYTES} bytes.")
        found = msgspec.json.decode(text, type=Subscription)
        check_endpoint(found.endpoint)
        key, auth = from_text(found.keys.p256dh), from_text(found.keys.auth)
        read_point(key)
        if len(auth) != AUTH_BYTES:
            raise SubscriptionRefused(f"The secret `auth` has {AUTH_BYTES} bytes.")
    except (msgspec.DecodeError, ValueError, EndpointRefused) as error:
        raise SubscriptionRefused(str(error)) from error
    return Subscription(found.endpoint, Keys(to_text(key), to_text(auth)))


def subscribe_browser(player: User, subscription: Subscription, language: str) -> None:
    """Notify the player by this browser, and no longer anybody else who used it before."""
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    with transaction.atomic():
        PushSubscription.objects.update_or_create(
            endpoint=subscription.endpoint,
            defaults={
                "player": player,
                "key": subscription.keys.p256dh,
                "auth": subscription.keys.auth,
                "language": language,
                "created_at": utc_now(),
            },
        )
        _keep_newest(player.pk)


def _keep_newest(player_id: int) -> None:
    newest = PushSubscription.objects.filter(player=player_id).order_by("-created_at", "-pk")
    surplus = list(newest.values_list("pk", flat=True)[MAX_SUBSCRIPTIONS:])
    PushSubscription.objects.filter(pk__in=surplus).delete()


def unsubscribe_browser(player: User, endpoint: str) -> None:
    if endpoint.isprintable():  # PostgreSQL refuses a text with NUL
        PushSubscription.objects.filter(player=player, endpoint=endpoint).delete()


def forget_browsers(player_id: int) -> None:
    # Their other devices are signed out. The one that is not subscribes again
    # (js/notifications/push.js).
    PushSubscription.objects.filter(player=player_id).delete()


def forget_subscriptions(ids: Iterable[int]) -> None:
    PushSubscription.objects.filter(pk__in=ids).delete()


def transfer(guest_id: int, account_id: int) -> None:
    """Give a guest's browsers to an account, and the guest's choice if the account has none."""
    PushSubscription.objects.filter(player=guest_id).update(player=account_id)
    _keep_newest(account_id)
    if not NotificationChoice.objects.filter(player=account_id).exists():
        NotificationChoice.objects.filter(player=guest_id).update(player=account_id)


def delete_all(player_id: int) -> None:
    """Delete everything about a player's notifications, and their name in those of others."""
    PushSubscription.objects.filter(player=player_id).delete()
    NotificationChoice.objects.filter(player=player_id).delete()
    Notice.objects.filter(player=player_id).delete()
    forget_name(player_id)


def exported(player: User) -> dict[str, Any]:
    """Return everything that is stored about a player's notifications, as JSON values."""
    found = NotificationChoice.objects.filter(player=player).values().first()
    choice: dict[str, Any] = {} if found is None else dict(found)
    return {
        "choices": {name: value for name, value in choice.items() if name != "player_id"},
        "browsers": [
            {
                "endpoint": each.endpoint,
                "language": each.language,
                "since": each.created_at.isoformat(),
            }
            for each in PushSubscription.objects.filter(player=player).order_by("pk")
        ],
        "notices": [
            {"kind": each.kind, "at": each.created_at.isoformat(), "mail": each.target == 0}
            for each in Notice.objects.filter(player=player).order_by("pk")
        ],
    }
