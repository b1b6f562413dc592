"""Real Redis, PostgreSQL, nginx and Chromium for tests, load tests and chaos scripts.

Inside pytest, use the fixtures `redis_url`, `postgres` and `chromium` of tests/conftest.py. Outside
pytest, or for a server that a test kills, use the context managers:

    with running_redis() as redis, running_postgres() as postgres:
        url = postgres.new_database()
        redis.kill()
        redis.restart()

What the machine lacks raises `Missing`, which says what to install. Servers start on a free
loopback port and stop at the end of the `with`, or when this process dies.
"""

from tests.support.services.browser import find_chromium
from tests.support.services.collected import collected_static, link_collected
from tests.support.services.migrated import MigratedPostgres, copy_migrated_sqlite, migrated_sqlite
from tests.support.services.missing import Missing
from tests.support.services.nginx_server import Nginx, running_nginx
from tests.support.services.postgres_server import (
    Postgres,
    PostgresServer,
    given_or_running_postgres,
    running_postgres,
)
from tests.support.services.processes import free_port, run_python
from tests.support.services.redis_server import RedisServer, running_redis

__all__ = [
    "MigratedPostgres",
    "Missing",
    "Nginx",
    "Postgres",
    "PostgresServer",
    "RedisServer",
    "collected_static",
    "copy_migrated_sqlite",
    "find_chromium",
    "free_port",
    "given_or_running_postgres",
    "link_collected",
    "migrated_sqlite",
    "run_python",
    "running_nginx",
    "running_postgres",
    "running_redis",
]
