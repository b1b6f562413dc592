"""Pages without static files and with quick passwords, for tests in this process."""

from tests.views.conftest import _quick_site

__all__ = ["_quick_site"]
