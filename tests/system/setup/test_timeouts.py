"""Connections to PostgreSQL: time limits, in the database for pages and in the network; and no
compiled plans.
"""

import os
import sys

import pytest

from tests.support.services import Postgres, run_python

SCRIPT = """
from django.db import connection
from django.core.management import call_command
from django.db.models.signals import pre_migrate

def show(**signal):
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        print("limit", cursor.fetchone()[0])
        cursor.execute("SHOW jit")
        print("jit", cursor.fetchone()[0])

pre_migrate.connect(show, dispatch_uid="show")
show()
call_command("migrate", verbosity=0)
show()
"""


def test_it_lifts_the_limits_for_migrations_only(postgres: Postgres) -> None:
    env = {**os.environ, "DATABASE_URL": postgres.new_database(), "TEST_ENVIRONMENT": "keep"}
    printed = run_python(["manage.py", "shell", "-c", SCRIPT], env).splitlines()
    limits = [line for line in printed if line.startswith("limit ")]
    # Before the migration; before each app (ours is the last one); after the migration.
    assert limits[0] == limits[-1] == "limit 10s"
    assert limits[-2] == "limit 0"
    assert {line for line in printed if line.startswith("jit ")} == {"jit off"}


SOCKET = """
import os, socket
from django.db import connection
connection.ensure_connection()
with socket.socket(fileno=os.dup(connection.connection.fileno())) as copy:
    for level, name in (
        (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT"),
        (socket.SOL_SOCKET, "SO_KEEPALIVE"),
        (socket.IPPROTO_TCP, "TCP_KEEPIDLE"),
    ):
        print(name, copy.getsockopt(level, getattr(socket, name)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no TCP_USER_TIMEOUT")
def test_it_gives_up_a_database_that_is_gone_without_a_word(postgres: Postgres) -> None:
    env = {**os.environ, "DATABASE_URL": postgres.new_database(), "TEST_ENVIRONMENT": "keep"}
    printed = run_python(["manage.py", "shell", "-c", SOCKET], env).splitlines()
    assert {"TCP_USER_TIMEOUT 15000", "SO_KEEPALIVE 1", "TCP_KEEPIDLE 10"} <= set(printed)
