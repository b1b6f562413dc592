"""The people and browsers of the web tests."""

from tests.views.conftest import _quick_site, alice, bob, outsider, signed_in

__all__ = ["_quick_site", "alice", "bob", "outsider", "signed_in"]
