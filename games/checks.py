"""Django system checks: combinations of settings that work at first and fail when it matters.

All are silent in a sound installation, with no environment or with PostgreSQL and Redis. Each has
an id, so that whoever knows better can silence it.
"""

from collections.abc import Sequence
from typing import Any

import redis
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

MEMORY_LAYER = "channels.layers.InMemoryChannelLayer"
CORE_LAYER = "channels_redis.core.RedisChannelLayer"


def database() -> dict[str, Any]:
    """Return the settings of the one database."""
    config: dict[str, Any] = settings.DATABASES["default"]
    return config


def layer() -> dict[str, Any]:
    """Return the settings of the channel layer."""
    config: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    return config


def is_sqlite() -> bool:
    """Return whether the database is SQLite."""
    return str(database()["ENGINE"]).endswith("sqlite3")


@register("channels")
def check_layer_reaches_other_processes(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W001, W002) of processes that would hear of each other's moves only by asking."""
    if settings.DEBUG or layer()["BACKEND"] != MEMORY_LAYER:
        return []
    found: list[CheckMessage] = []
    if not is_sqlite():
        found.append(
            Warning(
                "PostgreSQL is used without Redis.",
                hint="With more than one process, moves made in another one show up seconds late."
                " Set REDIS_URL.",
                id="games.W001",
            )
        )
    if not settings.EMBEDDED_WORKER:
        found.append(
            Warning(
                "The worker is a process of its own, without Redis.",
                hint="What it does shows up seconds late. Set REDIS_URL, or EMBEDDED_WORKER=1.",
                id="games.W002",
            )
        )
    return found


@register(Tags.security)
def check_hosts_are_named(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W003) of a wildcard host: sockets would be accepted from every other site's pages."""
    if settings.DEBUG or "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Warning(
            "ALLOWED_HOSTS contains '*'.",
            hint="Any web site could open sockets in the name of its visitors. Name your hosts.",
            id="games.W003",
        )
    ]


@register(Tags.compatibility)
def check_sqlite_begins_immediate(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse (E001) SQLite with deferred transactions."""
    mode = database().get("OPTIONS", {}).get("transaction_mode")
    if not is_sqlite() or mode == "IMMEDIATE":
        return []
    return [
        Error(
            "SQLite's transactions do not begin IMMEDIATE.",
            hint="A transaction that reads before it writes would fail at once while another"
            ' writes. Set OPTIONS["transaction_mode"] to "IMMEDIATE".',
            id="games.E001",
        )
    ]


@register("channels")
def check_redis_waits_long_enough(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse (E002) the core layer on a redis-py whose sockets time out before its reads do.

    redis-py 8 gives up after 5 s by default, and the layer blocks for 5 s in BZPOPMIN: every idle
    socket would be closed. See https://github.com/django/channels_redis/issues/422.
    """
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
    """Return whether a host of the layer has a socket timeout of its own, longer than 5 s."""
    if not isinstance(host, dict) or "socket_timeout" not in host:
        return False
    seconds = host["socket_timeout"]
    return seconds is None or seconds > 5
