"""Liveness and readiness checks, for load balancers and containers."""

import logging
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.platform.database.outages import WRITES
from games.platform.server.lifespan import lifespan

logger = logging.getLogger(__name__)
TIMEOUT_S = 2.0
MIN_FREE_BYTES = 32 * 1024 * 1024
"""With less free space, SQLite may not be able to write its log back."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process can answer. Checks nothing else."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if database, migrations, disk and Redis (if configured) are ready within
    TIMEOUT_S, else 503. Also 503 after the database has refused a move, and while the server is
    shutting down. The body says what is not ready.
    """
    # Games go on without Redis, so load balancers should check /healthz: otherwise an outage of
    # Redis would take all processes out of service.
    names = ("database", "migrations", "disk", *(("redis",) if settings.REDIS_URL else ()))
    asked = {name: PROBES[name].ask() for name in names}
    wait(asked.values(), timeout=TIMEOUT_S)
    checks = {name: answer_of(outcome) for name, outcome in asked.items()}
    if WRITES.are_refused:
        checks["database"] = "refuses writes"
    if lifespan.draining:
        checks["server"] = "draining"
    ready = all(answer == "ok" for answer in checks.values())
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else 503)


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "waiting" if waiting else "ok"


def _disk() -> str:
    # SQLite, logs and keys are in DATA_DIR. PostgreSQL has its own disk.
    return "ok" if shutil.disk_usage(settings.DATA_DIR).free >= MIN_FREE_BYTES else "full"


def _redis() -> str:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
    ) as client:
        client.ping()
    return "ok"


class Probe:
    """A check in a thread. It may hang: no answer comes over a network that is cut. While it hangs,
    it is not started again.
    """

    def __init__(self, check: Callable[[], str]) -> None:
        self._check = check
        self._lock = threading.Lock()
        self._running: Future[str] | None = None

    def ask(self) -> Future[str]:
        """Start the check, unless it is running already."""
        with self._lock:
            if self._running is None or self._running.done():
                self._running = Future()
                # A daemon thread: the process must not wait for it when it ends.
                threading.Thread(target=self._run, args=[self._running], daemon=True).start()
            return self._running

    def _run(self, outcome: Future[str]) -> None:
        try:
            outcome.set_result(self._check())
        # Nobody else would set the outcome, and each later question would wait for it.
        except BaseException as error:
            outcome.set_exception(error)
        finally:
            connection.close()


def answer_of(outcome: Future[str]) -> str:
    """Return the answer of a check; "down" if it failed or is not done."""
    try:
        return outcome.result(timeout=0)
    except TimeoutError:
        logger.warning("not ready: no answer within %s s", TIMEOUT_S)
    except (DatabaseError, OSError, redis.RedisError):
        # The reason may contain host names, so it goes to the log and not into the answer.
        logger.exception("not ready")
    return "down"


PROBES = {
    "database": Probe(_database),
    "migrations": Probe(_migrations),
    "disk": Probe(_disk),
    "redis": Probe(_redis),
}
