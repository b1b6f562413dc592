"""Liveness and readiness checks, for load balancers and containers."""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.server.lifespan import lifespan

logger = logging.getLogger(__name__)
TIMEOUT_S = 2.0


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process can answer. Checks nothing else."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if database, migrations and Redis (if configured) are ready, else 503.

    Also 503 while the server is shutting down. The body says what is not ready. Games go on
    without Redis, so load balancers should check /healthz: otherwise an outage of Redis would
    take all processes out of service.
    """
    checks = {"database": _asked(_database), "migrations": _asked(_migrations)}
    if settings.REDIS_URL:
        checks["redis"] = _asked(_redis)
    if lifespan.draining:
        checks["server"] = "draining"
    ready = all(answer == "ok" for answer in checks.values())
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else 503)


def _asked(check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, redis.RedisError):
        # The reason may contain host names, so it goes to the log and not into the answer.
        logger.exception("not ready")
        return "down"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "waiting" if waiting else "ok"


def _redis() -> str:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
    ) as client:
        client.ping()
    return "ok"
