"""Are we alive, and are we ready? For load balancers and the container's health check."""

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
PATIENCE = 2.0


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while this process answers at all; asks nobody else."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when database, migrations and (if configured) Redis are there, else 503.

    Also 503 from the moment the server was told to stop.

    The body says which of them is not. Games go on without Redis: whoever routes players should
    ask /healthz, lest an outage of Redis takes all processes out at once.
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
        # The reason may hold addresses and names: it is for the log, not for whoever asks.
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
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    ) as client:
        client.ping()
    return "ok"
