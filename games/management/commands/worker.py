"""`manage.py worker`: deadlines and upkeep in a process of its own."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games.live import close_current_hubs
from games.worker.analysis_sweep import give_way
from games.worker.loop import logger, run
from games.worker.pause import DEADLINES_EVERY_S


class Command(BaseCommand):
    """Runs until SIGTERM or SIGINT. Any number of workers may run at once."""

    help = "Do the work that nobody asks for: deadlines, abandoned games, tidying up."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until told to stop."""
        give_way()
        asyncio.run(self.work())

    async def work(self) -> None:
        """Run the worker's loop; start it anew when the database was away."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        self.stdout.write("The worker is running.")
        self.stdout.flush()
        while not stop.is_set():
            try:
                await run(stop)
            except Exception:
                logger.exception("the worker failed and starts again")
                await asyncio.sleep(DEADLINES_EVERY_S)
        await close_current_hubs()
