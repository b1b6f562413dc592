"""`manage.py worker`: run the background jobs in a separate process."""

import asyncio
import logging
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.assembly.processes.lifecycle import leave_solver_to_child, work
from games.assembly.processes.monitoring import MONITORING
from games.core.solver.child import end_child
from games.platform.encryption import keyring
from games.platform.jobs.job import TICK_S
from games.platform.server.heartbeat import Heartbeat
from games.platform.server.lifespan import exit_at_once
from games.platform.server.private_files import make_files_private
from games.record.fairness.reserve import RESERVE
from games.site.study.analysis.jobs import lower_priority
from games.tables.live.registry import close_current_hubs

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Runs until SIGTERM or SIGINT. Any number of workers may run in parallel."""

    help = "Run the background jobs: deadlines, bots, pairing, results, analyses, mail, cleanup."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until told to stop, then end the process."""
        make_files_private()
        lower_priority()
        leave_solver_to_child()
        asyncio.run(self.work())
        end_child()
        exit_at_once()

    async def work(self) -> None:
        """Run the worker's loop; restart it if it fails, for example without a database."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        keyring()
        RESERVE.start()
        MONITORING.start("worker")
        self.stdout.write("The worker is running.")
        self.stdout.flush()
        # Alive is a worker whose event loop turns: a job may compute in its thread for minutes.
        heartbeat = Heartbeat(settings.HANG_SECONDS)
        heartbeat.start()
        while not stop.is_set():
            try:
                await work(stop)
            except Exception:
                logger.exception("the worker failed and is restarted")
                await asyncio.sleep(TICK_S)
        heartbeat.stop()
        await close_current_hubs()
        await asyncio.to_thread(RESERVE.close)
        await MONITORING.stop()
