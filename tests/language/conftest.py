"""Static files without a manifest."""

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def _plain_files(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
