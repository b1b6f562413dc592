"""`manage.py serve`: serve the site with Daphne and our limits (games/platform/server)."""

import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from twisted.internet.error import CannotListenError

from games.platform.limits.proxies import site_proxies
from games.platform.server.clients import FrameRates
from games.platform.server.heartbeat import Heartbeat
from games.platform.server.lifespan import exit_at_once, lifespan
from games.platform.server.overrides.twisted_transport import listen_tcp, listen_unix
from games.platform.server.server import GuardedServer
from games.platform.server.site_url import use_port


class Command(BaseCommand):
    """Serves pages and sockets until SIGTERM or SIGINT, then drains."""

    help = "Serve the site: pages, sockets and (unless --no-worker) the worker, in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the address and --no-worker."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free port")
        parser.add_argument("--unix-socket", metavar="PATH", help="instead of host and port")
        parser.add_argument(
            "--no-worker", action="store_true", help="leave background jobs to `manage.py worker`"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen, print one line when ready, and end the process after the drain."""
        # Only now: it reads the list of static files, which `start` adds to before it serves.
        from yachtsite.asgi import application  # noqa: PLC0415

        server = GuardedServer(
            application,
            lifespan,
            worker=settings.EMBEDDED_WORKER and not options["no_worker"],
            proxies=site_proxies(),
            heartbeat=Heartbeat(settings.HANG_SECONDS),
            rates=FrameRates(
                settings.SOCKET_RATE, settings.SOCKET_BURST, settings.SOCKETS_PER_ADDRESS
            ),
        )
        if path := options["unix_socket"]:
            listen = partial(listen_unix, path=path)
        else:
            listen = partial(listen_tcp, host=options["host"], port=options["port"])
        try:
            server.run(listen, ready=partial(self.announce, options))
        except CannotListenError as error:
            raise CommandError(str(error)) from error
        exit_at_once()

    def announce(self, options: dict[str, Any], port: Any) -> None:
        """Print the URL of the site, and use its port for links in mail."""
        if path := options["unix_socket"]:
            address = f"unix:{path}"
        else:
            host = options["host"]
            host = f"[{host}]" if ":" in host else host
            address = f"http://{host}:{port.getHost().port}"
            use_port(port.getHost().port)
        self.stdout.write(f"Yacht is ready on {address}")
        sys.stdout.flush()
