"""What the simulations need: the database of this thread, and the seed of the command line."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker


@pytest.fixture(autouse=True)
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let simulations use the connection of this thread, on a database in memory."""
    with django_db_blocker.unblock():
        yield
