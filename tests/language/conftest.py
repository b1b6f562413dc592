"""Static files without a manifest, and English again after each test."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def _plain_files(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language in the thread of the test client."""
    yield
    translation.deactivate()
