"""Migrations have no time limits in the database; pages do."""

import os

from tests.profiles.test_plans import manage
from tests.services import Postgres

SCRIPT = """
from django.db import connection
from django.core.management import call_command
from django.db.models.signals import pre_migrate

def show(**signal):
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        print("limit", cursor.fetchone()[0])

pre_migrate.connect(show, dispatch_uid="show")
show()
call_command("migrate", verbosity=0)
show()
"""


def test_it_lifts_the_limits_for_migrations_only(postgres: Postgres) -> None:
    env = {**os.environ, "DATABASE_URL": postgres.new_database(), "TEST_ENVIRONMENT": "keep"}
    printed = manage(env, "shell", "-c", SCRIPT).splitlines()
    limits = [line for line in printed if line.startswith("limit ")]
    # Before the migration; before each app (ours is the last one); after the migration.
    assert limits[0] == limits[-1] == "limit 10s"
    assert limits[-2] == "limit 0"
