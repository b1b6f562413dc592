"""Our system checks for Django: each warns when it must, and only then."""

import re
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.checks import run_checks
from pytest_django import Settings

from games.platform.encryption import keyring
from games.platform.encryption.keys import new_key
from tests.environment import ROOT

CORE = "channels_redis.core.RedisChannelLayer"
PUBSUB = "channels_redis.pubsub.RedisPubSubChannelLayer"


def ids(*, deploy: bool = False) -> set[str]:
    """Return the ids of our own messages among those of all registered checks."""
    found = run_checks(include_deployment_checks=deploy)
    return {str(message.id) for message in found if str(message.id).startswith("games.")}


@pytest.fixture(autouse=True)
def default_hosts(settings: Settings) -> None:
    """The hosts of the default settings; Django adds one for its test client."""
    settings.ALLOWED_HOSTS = [host for host in settings.ALLOWED_HOSTS if host != "testserver"]


@pytest.fixture
def postgres_settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    settings.DICE_KEYS = [new_key()]


def layer(backend: str, **config: Any) -> dict[str, Any]:
    return {"default": {"BACKEND": backend, "CONFIG": config}}


@pytest.mark.usefixtures("postgres_settings")
def test_it_is_silent_with_postgres_and_redis(settings: Settings) -> None:
    settings.CHANNEL_LAYERS = layer(PUBSUB, hosts=["redis://localhost"])
    settings.EMBEDDED_WORKER = False
    assert ids() == set()


@pytest.mark.usefixtures("postgres_settings")
def test_it_warns_of_postgres_without_redis() -> None:
    assert ids() == {"games.W001"}


@pytest.mark.usefixtures("postgres_settings")
def test_it_warns_of_postgres_before_a_machine_makes_a_key_of_its_own(
    settings: Settings, tmp_path: Path
) -> None:
    settings.CHANNEL_LAYERS = layer(PUBSUB, hosts=["redis://localhost"])
    settings.DICE_KEYS, settings.DATA_DIR = [], tmp_path
    assert ids() == {"games.W006"}
    # As the worker of docker-compose.yml: a server has made the key for all that share DATA_DIR.
    keyring()
    assert ids() == set()


def test_it_warns_of_keys_that_cannot_be_used(settings: Settings, tmp_path: Path) -> None:
    settings.DICE_KEYS = ["abc"]
    assert ids() == {"games.E004"}
    settings.DICE_KEYS, settings.DATA_DIR = [], tmp_path
    (tmp_path / "dice_keys").write_text(new_key())
    (tmp_path / "dice_keys").chmod(0o644)
    assert ids() == {"games.E004"}
    (tmp_path / "dice_keys").chmod(0o600)
    assert ids() == set()


def test_it_warns_of_a_separate_worker_without_redis(settings: Settings) -> None:
    settings.EMBEDDED_WORKER = False
    assert ids() == {"games.W002"}


def test_it_warns_of_a_wildcard_among_the_hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["yacht.example.org", "*"]
    settings.SITE_URL = "http://yacht.example.org"
    assert ids() == {"games.W003"}


@pytest.mark.parametrize(
    ("url", "https", "found"),
    [
        ("", False, {"games.W004"}),
        ("http://yacht.example.org", False, set()),
        ("https://yacht.example.org:8443", True, set()),
        ("https://play.example.org", True, {"games.W005"}),
        ("http://yacht.example.org", True, {"games.W005"}),
        ("yacht.example.org", False, {"games.E003"}),
        ("ftp://yacht.example.org", False, {"games.E003"}),
        ("https://", False, {"games.E003"}),
        ("https://yacht.example.org/play", False, {"games.E003"}),
        ("https://yacht.example.org?x=1", False, {"games.E003"}),
        ("https://root@yacht.example.org", False, {"games.E003"}),
        ("https://[", False, {"games.E003"}),
    ],
)
def test_it_checks_the_address_of_links_in_mail(
    settings: Settings, url: str, https: bool, found: set[str]
) -> None:
    settings.ALLOWED_HOSTS = ["yacht.example.org"]
    settings.SITE_URL, settings.HTTPS = url, https
    assert ids() == found


@pytest.mark.parametrize(
    ("trusted", "old", "https", "found"),
    [
        ([], False, False, set()),
        ([], False, True, {"games.W030"}),
        ([], True, True, {"games.W031"}),
        ([], True, False, {"games.W031"}),
        (["loopback"], False, True, set()),
        (["loopback"], True, True, set()),
        (["unix"], False, True, set()),
        (["private", "203.0.113.0/24"], False, True, set()),
        (["0.0.0.0/0"], False, True, {"games.W032"}),
        (["10.0.0.0/8", "::/0"], False, True, {"games.W032"}),
        (["8.0.0.0/7"], False, False, {"games.W032"}),
        (["traefik"], False, True, {"games.E030"}),
        (["10.0.0.1/8"], False, True, {"games.E030"}),
    ],
)
def test_it_warns_where_visitors_share_an_address_or_could_choose_one(
    settings: Settings, trusted: list[str], old: bool, https: bool, found: set[str]
) -> None:
    settings.TRUSTED_PROXIES, settings.TRUST_PROXY, settings.HTTPS = trusted, old, https
    assert ids(deploy=True) == found


@pytest.mark.parametrize(
    ("words", "seconds", "found"),
    [
        (["subdomains", "preload"], 0, set()),
        (["includeSubDomains"], 60, {"games.E031"}),
        ([], -1, {"games.E031"}),
    ],
)
def test_it_refuses_promises_of_https_that_browsers_do_not_know(
    settings: Settings, words: list[str], seconds: int, found: set[str]
) -> None:
    settings.HSTS, settings.HSTS_SECONDS = words, seconds
    assert ids() == found


@pytest.mark.parametrize(
    ("seconds", "found"),
    [(0, set()), (15, set()), (2, set()), (1, {"games.E032"}), (-1, {"games.E032"})],
)
def test_it_refuses_to_end_processes_too_soon(
    settings: Settings, seconds: float, found: set[str]
) -> None:
    settings.HANG_SECONDS = seconds
    assert ids() == found


def test_it_refuses_sqlite_with_deferred_transactions(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", {"timeout": 20})
    assert ids() == {"games.E001"}


@pytest.mark.parametrize(
    ("version", "backend", "host", "refused"),
    [
        ("8.1.0", CORE, "redis://localhost", True),
        ("8.1.0", CORE, {"address": "redis://localhost"}, True),
        ("8.1.0", CORE, {"address": "redis://localhost", "socket_timeout": 5}, True),
        ("8.1.0", CORE, {"address": "redis://localhost", "socket_timeout": 15}, False),
        ("8.1.0", CORE, {"address": "redis://localhost", "socket_timeout": None}, False),
        ("8.1.0", PUBSUB, "redis://localhost", False),
        ("7.4.1", CORE, "redis://localhost", False),
    ],
)
def test_it_refuses_a_redis_client_that_gives_up_too_early(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    backend: str,
    host: str | dict[str, Any],
    refused: bool,
) -> None:
    monkeypatch.setattr(redis, "__version__", version)
    settings.CHANNEL_LAYERS = layer(backend, hosts=[host])
    assert ids() == ({"games.E002"} if refused else set())


def test_it_explains_every_check_in_the_docs() -> None:
    root = ROOT
    sources = "".join(path.read_text() for path in (root / "games").rglob("checks.py"))
    defined = set(re.findall(r'id="(games\.[EW]\d+)"', sources))
    explained = set(re.findall(r"`(games\.[EW]\d+)`", (root / "docs/settings.md").read_text()))
    assert defined == explained != set()


def test_it_reports_a_list_of_words_that_cannot_be_read(settings: Settings, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    settings.EXTRA_SLURS = str(words)
    assert "games.E009" in ids()
    words.write_bytes("M\u00fcll".encode("latin-1"))
    assert "games.E009" in ids()
    words.write_text("M\u00fcll", encoding="utf-8")
    assert "games.E009" not in ids()
