"""Links in mail that work without signing in: signed, for one player and one purpose."""

from datetime import timedelta

from django.core import signing
from django.urls import reverse

from games.platform.server.site_url import site_url

CONFIRM, STOP = "confirm-address", "stop-mail"
CONFIRM_WITHIN = timedelta(days=3)


def confirm_link(player: int, address: str) -> str:
    """Return the link that confirms an address."""
    token = signing.dumps([player, address], salt=CONFIRM)
    return site_url() + reverse("confirm-address", args=[token])


def read_confirm(token: str) -> tuple[int, str] | None:
    """Return the player and the address of a link, or None if it is invalid or too old."""
    try:
        player, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError):
        return None
    return int(player), str(address)


def stop_link(player: int) -> str:
    """Return the link that ends mail about games. It works for ever."""
    token = signing.dumps([player], salt=STOP)
    return site_url() + reverse("stop-mail", args=[token])


def read_stop(token: str) -> int | None:
    """Return the player of a link, or None if it is invalid."""
    try:
        # Links in older mail also name the kind of mail.
        player, *_ = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError):
        return None
    return int(player)
