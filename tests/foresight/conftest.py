"""The people of the web tests."""

from tests.views.conftest import _quick_site, alice, bob, guest

__all__ = ["_quick_site", "alice", "bob", "guest"]
