"""Links in mail begin with the address in the settings."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.platform.server.site_url import DEFAULT_PORT, site_url, use_port


@pytest.fixture(autouse=True)
def default_port() -> Iterator[None]:
    yield
    use_port(DEFAULT_PORT)


@pytest.mark.parametrize(
    ("given", "hosts", "https", "address"),
    [
        ("", ["localhost", "127.0.0.1", "[::1]"], False, "http://localhost:8000"),
        ("", ["[::1]"], False, "http://[::1]:8000"),
        ("", ["yacht.example.org", "localhost"], True, "https://yacht.example.org"),
        ("", [".example.org"], True, "https://example.org"),
        ("", ["*"], False, "http://localhost:8000"),
        ("", [], False, "http://localhost:8000"),
        ("https://play.example.org:8443", ["*"], False, "https://play.example.org:8443"),
    ],
)
def test_it_is_what_is_set_or_the_first_host(
    settings: Settings, given: str, hosts: list[str], https: bool, address: str
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.HTTPS = given, hosts, https
    assert site_url() == address
