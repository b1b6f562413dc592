"""Django system checks for combinations of settings that would fail in production.

They report nothing in the default setup and with PostgreSQL and Redis. Each has an id and can be
silenced with SILENCED_SYSTEM_CHECKS.
"""

from base64 import urlsafe_b64decode
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import redis
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http.request import split_domain_port, validate_host

from games.core.rules import MORE_GAMES, NAMED, VARIANTS
from games.platform.encryption import check_keys, has_keys
from games.platform.limits.proxies import is_wide, site_proxies
from games.platform.server.heartbeat import SHORTEST_HANG_S
from yachtsite.environment import PrivateAddresses

MEMORY_LAYER = "channels.layers.InMemoryChannelLayer"
CORE_LAYER = "channels_redis.core.RedisChannelLayer"


def database() -> dict[str, Any]:
    config: dict[str, Any] = settings.DATABASES["default"]
    return config


def layer() -> dict[str, Any]:
    config: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    return config


def is_sqlite() -> bool:
    return "sqlite" in str(database()["ENGINE"])


@register("channels")
def check_layer_reaches_other_processes(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W001, W002) if processes learn of each other's moves only by polling."""
    if settings.DEBUG or layer()["BACKEND"] != MEMORY_LAYER:
        return []
    found: list[CheckMessage] = []
    if not is_sqlite():
        found.append(
            Warning(
                "PostgreSQL is used without Redis.",
                hint="With several processes, moves made in another process show up seconds late."
                " Set REDIS_URL.",
                id="games.W001",
            )
        )
    if not settings.EMBEDDED_WORKER:
        found.append(
            Warning(
                "The worker runs in a separate process, without Redis.",
                hint="Its changes show up seconds late. Set REDIS_URL, or EMBEDDED_WORKER=1.",
                id="games.W002",
            )
        )
    return found


@register()
def check_names_are_of_games(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report (E010) a name for a game or box that there is not."""
    games = {**VARIANTS, **MORE_GAMES, **dict.fromkeys(NAMED)}
    boxes = {
        f"{category.id}-box"
        for variant in (*VARIANTS.values(), *MORE_GAMES.values())
        for category in variant.categories
    }
    unknown = sorted(settings.VARIANT_NAMES.keys() - games.keys() - boxes)
    if not unknown:
        return []
    return [
        Error(
            f"VARIANT_NAMES has unknown games: {', '.join(unknown)}.",
            hint=f"Known are {', '.join(games)}, and boxes such as yahtzee-box.",
            id="games.E010",
        )
    ]


@register(Tags.security)
def check_hosts_are_named(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W003) about a wildcard host."""
    # With it any site could open sockets.
    if settings.DEBUG or "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Warning(
            "ALLOWED_HOSTS contains '*'.",
            hint="Any website could open sockets as its visitors. List your hosts by name.",
            id="games.W003",
        )
    ]


@register()
def check_log_format(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (E005) an unknown format of log lines."""
    # It would silently become plain text.
    if settings.LOG_FORMAT in ("text", "json"):
        return []
    hint = "It is text or json."
    return [Error("LOG_FORMAT is unknown.", hint=hint, id="games.E005")]


@register(Tags.security)
def check_push_key(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (E006) a key or a contact that push services would refuse."""
    if not settings.VAPID_KEY:
        return []
    try:
        # Python ignores padding that is too long. A private key of P-256 has 32 bytes.
        is_key = len(urlsafe_b64decode(settings.VAPID_KEY + "=" * 3)) == 32
    except ValueError:
        is_key = False
    contact = settings.VAPID_CONTACT
    is_contact = not contact or contact.startswith(("mailto:", "https://"))
    if is_key and is_contact:
        return []
    hint = "Use a key from `manage.py make_push_key`, and a contact such as mailto:you@example.org."
    return [Error("VAPID_KEY or VAPID_CONTACT is invalid.", hint=hint, id="games.E006")]


@register()
def check_extra_slurs(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (E009) a list of words that cannot be read."""
    # Without it no name could be taken.
    if not settings.EXTRA_SLURS:
        return []
    try:
        Path(settings.EXTRA_SLURS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = f"It is the path of a text file in UTF-8: {error}"
        return [Error("EXTRA_SLURS cannot be read.", hint=hint, id="games.E009")]
    return []


@register(Tags.security)
def check_trusted_proxies(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report (E030) proxies that cannot be read."""
    try:
        site_proxies()
    except ImproperlyConfigured as error:
        hint = "List addresses and networks, with commas or spaces (docs/proxies.md)."
        return [Error(str(error), hint=hint, id="games.E030")]
    return []


@register(Tags.security, deploy=True)
def check_visitors_have_addresses(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn if all visitors share one address (W030), may share it (W031), or could choose theirs
    (W032).
    """
    try:
        proxies = site_proxies()
    except ImproperlyConfigured:
        return []
    if not proxies and settings.HTTPS:
        return [
            Warning(
                "HTTPS=1 without TRUSTED_PROXIES.",
                hint="The proxy with TLS hides its visitors: they share one address and its limits,"
                " and are redirected for ever. Name the proxy (docs/proxies.md).",
                id="games.W030",
            )
        ]
    if settings.TRUST_PROXY and not settings.TRUSTED_PROXIES:
        return [
            Warning(
                "TRUST_PROXY=1 trusts a proxy at any private address.",
                hint="If it has a public address or is behind another proxy, all visitors share one"
                " address. Name your proxies in TRUSTED_PROXIES (docs/proxies.md).",
                id="games.W031",
            )
        ]
    wide = [str(network) for network in proxies.networks if is_wide(network)]
    if not wide:
        return []
    return [
        Warning(
            f"TRUSTED_PROXIES trusts very large networks: {', '.join(wide)}.",
            hint="A visitor from one of their addresses could choose any address, and escape every"
            " limit. Name your proxies only.",
            id="games.W032",
        )
    ]


@register(Tags.security)
def check_hsts(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (E031) promises of HTTPS that browsers do not know."""
    unknown = sorted(set(settings.HSTS) - {"subdomains", "preload"})
    if not unknown and settings.HSTS_SECONDS >= 0:
        return []
    hint = "HSTS is subdomains, preload, both or empty; HSTS_SECONDS is 0 or more."
    return [Error("HSTS or HSTS_SECONDS is invalid.", hint=hint, id="games.E031")]


@register()
def check_hang_seconds(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report (E032) a time after which processes that work would end themselves."""
    if settings.HANG_SECONDS == 0 or settings.HANG_SECONDS >= SHORTEST_HANG_S:
        return []
    hint = f"It is 0, or at least {SHORTEST_HANG_S:g}."
    return [Error("HANG_SECONDS is too short.", hint=hint, id="games.E032")]


LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}


@register(Tags.security)
def check_site_url(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (W004, W005, E003) links in mail that would lead nowhere or to another site."""
    if not settings.SITE_URL:
        return _check_default_site_url()
    scheme, _, host = settings.SITE_URL.partition("://")
    domain, _ = split_domain_port(host)
    if scheme not in ("http", "https") or not domain:
        return [
            Error(
                "SITE_URL is not the address of a site.",
                hint="Set it to scheme and host, with a port if needed: https://yacht.example.org",
                id="games.E003",
            )
        ]
    is_insecure = settings.HTTPS and scheme != "https"
    if validate_host(domain, settings.ALLOWED_HOSTS) and not is_insecure:
        return []
    return [
        Warning(
            "SITE_URL does not fit ALLOWED_HOSTS or HTTPS.",
            hint="Links in mail lead there. Its host must be one of ALLOWED_HOSTS, and with HTTPS=1"
            " it must begin with https.",
            id="games.W005",
        )
    ]


def _check_default_site_url() -> list[CheckMessage]:
    named = {host for host in settings.ALLOWED_HOSTS if not isinstance(host, PrivateAddresses)}
    if settings.DEBUG or named <= LOCAL_HOSTS:
        return []
    return [
        Warning(
            "SITE_URL is not set.",
            hint="Links in mail lead to the first of ALLOWED_HOSTS. Set SITE_URL to the address"
            " that players use, such as https://yacht.example.org.",
            id="games.W004",
        )
    ]


@register(Tags.compatibility)
def check_sqlite_begins_immediate(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report an error (E001) for SQLite with deferred transactions."""
    mode = database().get("OPTIONS", {}).get("transaction_mode")
    if not is_sqlite() or mode == "IMMEDIATE":
        return []
    return [
        Error(
            "SQLite transactions are not IMMEDIATE.",
            hint="A transaction that reads before it writes would fail while another one"
            ' writes. Set OPTIONS["transaction_mode"] to "IMMEDIATE".',
            id="games.E001",
        )
    ]


@register(Tags.security)
def check_dice_keys(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report an error (E004) for keys that cannot be used; warn (W006) before a key is made that
    other machines do not have. Processes that share DATA_DIR, as in containers, share its key.
    """
    try:
        check_keys()
    except ImproperlyConfigured as error:
        hint = "They encrypt the secrets of dice. Make one with: openssl rand -base64 32"
        return [Error(str(error), hint=hint, id="games.E004")]
    if settings.DEBUG or is_sqlite() or has_keys():
        return []
    return [
        Warning(
            f"There is no DICE_KEYS, and no key in DATA_DIR ({settings.DATA_DIR}) yet.",
            hint="The first start makes a key there, which encrypts the secrets of dice. If another"
            " machine uses this database, copy its file dice_keys, or set DICE_KEYS for both.",
            id="games.W006",
        )
    ]


def lacks_tables(applied: Collection[tuple[str, str]]) -> bool:
    """Return whether a database with these migrations (app, name) has only some of the migrations
    that one migration here replaces, so that nothing can complete its tables.
    """
    replacing = [set(each.replaces) for each in MigrationLoader(None).disk_migrations.values()]
    return any(each & set(applied) and not each <= set(applied) for each in replacing)


@register(Tags.database)
def check_first_migrations(
    app_configs: Sequence[AppConfig] | None, databases: Collection[str] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report (E007) a database that is too old for `migrate`, which would say there is nothing to
    do.
    """
    return [
        Error(
            "The database is older than release 1.0.0, and lacks tables.",
            hint="Run `manage.py migrate` with release 1.0.0 first.",
            id="games.E007",
        )
        for alias in databases or ()
        if lacks_tables(MigrationRecorder(connections[alias]).applied_migrations())
    ]


@register("channels")
def check_redis_waits_long_enough(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Report an error (E002) if redis-py's sockets time out before the core layer's reads."""
    # redis-py 8 times out after 5 s by default, and the layer blocks for 5 s in BZPOPMIN, so every
    # idle socket would be closed. See https://github.com/django/channels_redis/issues/422.
    if int(redis.__version__.split(".")[0]) < 8 or layer()["BACKEND"] != CORE_LAYER:
        return []
    hosts = layer().get("CONFIG", {}).get("hosts", [])
    if hosts and all(waits_long_enough(host) for host in hosts):
        return []
    return [
        Error(
            "redis-py 8 would close every idle socket after 5 seconds.",
            hint='Give each of the layer\'s hosts a "socket_timeout" of 15, or use redis-py 7.',
            id="games.E002",
        )
    ]


def waits_long_enough(host: str | dict[str, Any]) -> bool:
    """Return whether a host of the layer sets a socket timeout longer than 5 s."""
    if not isinstance(host, dict) or "socket_timeout" not in host:
        return False
    seconds = host["socket_timeout"]
    return seconds is None or seconds > 5
