"""Static files without a manifest, full rate limits, and English again after each test."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from pytest_django.fixtures import Settings

from tests.views.conftest import _fresh_limits

__all__ = ["_fresh_limits"]


@pytest.fixture(autouse=True)
def _plain_files(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language in the thread of the test client."""
    yield
    translation.deactivate()
