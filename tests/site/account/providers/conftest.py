"""Providers that run, and a site that offers them."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.site.account.providers import client, outages
from tests.site.account.providers.school import School, name_key, running_school


@pytest.fixture(scope="module")
def running() -> Iterator[School]:
    """A provider for the tests of one module: it takes a while to start."""
    with pytest.MonkeyPatch.context() as patch:
        # The provider's own rule: it runs without HTTPS on this machine.
        patch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
        name_key(patch)
        with running_school() as school:
            yield school


@pytest.fixture
def school(running: School, settings: Settings) -> Iterator[School]:
    """The provider, which the site offers under the name "school"."""
    settings.OIDC = {"school": running.settings()}
    client._apps.clear()
    outages.forget()
    yield running
    client._apps.clear()
    outages.forget()
