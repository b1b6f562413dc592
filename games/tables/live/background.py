"""Tasks in the background of the event loop."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from games.platform.database.outages import is_outage

logger = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that nothing waits for. Failures are logged."""

    def __init__(self) -> None:
        # The event loop holds tasks weakly: without this set they could be collected unfinished.
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` as a separate task."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    async def cancel(self) -> None:
        """End all tasks."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if is_outage(error):
            logger.warning("a background task had no database: %s", error)
        else:
            logger.error("a background task failed", exc_info=error)
