"""English again after each test."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language in the thread of the test client."""
    yield
    translation.deactivate()
