"""`manage.py cluster`: several servers behind nginx, and a worker, on one machine."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.assembly.cluster import ClusterError, Front, Plan, run_cluster
from games.platform.server.private_files import make_files_private
from games.platform.server.site_url import site_url, use_port


class Command(BaseCommand):
    """Runs until SIGTERM or SIGINT. SIGHUP has nginx read its certificate again."""

    help = "Serve the site with several processes behind nginx, and a worker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the address and the numbers of processes."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--processes", type=int, default=2, help="servers; about one for each core"
        )
        parser.add_argument("--workers", type=int, default=1)
        parser.add_argument("--certificate", type=Path, help="for HTTPS: a file that nginx reads")
        parser.add_argument("--key", type=Path, help="the private key of the certificate")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check what the processes share, and run them. Raises CommandError."""
        check(options)
        make_files_private()
        front = Front(options["host"], options["port"], options["certificate"], options["key"])
        plan = Plan(
            manage=settings.BASE_DIR / "manage.py",
            environment=environment(options),
            static=Path(settings.STATIC_ROOT),
            front=front,
            servers=options["processes"],
            workers=options["workers"],
        )
        try:
            run_cluster(plan, lambda: self.announce(options))
        except ClusterError as error:
            raise CommandError(str(error)) from error

    def announce(self, options: dict[str, Any]) -> None:
        """Print the URL of the site."""
        self.stdout.write(f"Yacht is ready on {address(options)}")
        sys.stdout.flush()


def check(options: dict[str, Any]) -> None:
    """Raise CommandError if several processes cannot serve one site with these settings."""
    if connection.vendor != "postgresql" or not settings.REDIS_URL:
        raise CommandError(
            "Several processes need PostgreSQL and Redis: set DATABASE_URL and REDIS_URL."
        )
    if options["processes"] < 1 or options["workers"] < 0:
        raise CommandError("At least one server must run.")
    if (options["certificate"] is None) != (options["key"] is None):
        raise CommandError("HTTPS needs both --certificate and --key.")


def address(options: dict[str, Any]) -> str:
    """Return the address at which nginx listens."""
    host = f"[{options['host']}]" if ":" in options["host"] else options["host"]
    scheme = "http" if options["certificate"] is None else "https"
    return f"{scheme}://{host}:{options['port']}"


def environment(options: dict[str, Any]) -> dict[str, str]:
    """Return the environment of all processes: they are behind nginx, and a worker is beside them.

    Keys that are not in the environment come from DATA_DIR, which all processes share.
    """
    use_port(options["port"])
    return {**os.environ, "SITE_URL": site_url(), "TRUST_PROXY": "1", "EMBEDDED_WORKER": "0"}
