"""The people and browsers of the web tests."""

from tests.views.conftest import (
    _fresh_limits,
    _quick_site,
    alice,
    bob,
    charlie,
    guest,
    new_room,
    outsider,
    signed_in,
)

__all__ = [
    "_fresh_limits",
    "_quick_site",
    "alice",
    "bob",
    "charlie",
    "guest",
    "new_room",
    "outsider",
    "signed_in",
]
