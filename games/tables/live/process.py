"""What all live rooms of this process share, and what it tells other processes."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from django.db import connection

from games.platform.clock import monotonic
from games.platform.database.outages import is_outage
from games.record.log.appender import Appender
from games.tables.live.bus import Bus
from games.tables.live.presence import PresenceExchange
from games.tables.live.process_hints import LOBBY_ID, Hint, LobbyChanged, RoomPeople

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


class Health:
    """Whether players could reach the site, as far as this process knows.

    It learns when processes start or stop, and when the database fails. All times are seconds of
    the monotonic clock.
    """

    def __init__(self) -> None:
        self._failed_at = monotonic()
        self._is_stopping = False

    def note_failure(self) -> None:
        """Note that a command may just have been refused: the database failed, or another process
        has started or is stopping.
        """
        self._failed_at = monotonic()

    def note_stop(self) -> None:
        self._is_stopping = True

    def is_good_since(self, moment: float) -> bool:
        return not self._is_stopping and self._failed_at <= moment


class Process:
    """The writer of logs, the background tasks, and the link to other processes.

    `notify` tells what this process shows beside rooms that something has changed. `layer` is the
    channel layer that reaches other processes, None if there are none. `on_hint` is called with
    each of their hints and its sender. Must be created in the event loop.
    """

    def __init__(
        self, notify: Callable[[], None], layer: Any, on_hint: Callable[[Hint, str], None]
    ) -> None:
        self.appender = Appender()
        self.health = Health()
        self.notify = notify
        self.background = BackgroundTasks()
        self.bus = None if layer is None else Bus(layer, on_hint)
        self.exchange = None if self.bus is None else PresenceExchange(self.bus.publish)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` as a task that no socket waits for."""
        self.background.spawn(work)

    def publish(self, hint: Hint | RoomPeople) -> None:
        """Send a hint, or soon who is in a room, to the other processes, if there are any."""
        if self.bus is None or self.exchange is None:
            return
        if isinstance(hint, RoomPeople):
            self.exchange.tell(hint)
        else:
            self.bus.publish(hint)

    @property
    def layer_is_up(self) -> bool | None:
        """Whether the channel layer has worked lately; None if there is none."""
        return None if self.bus is None else self.bus.is_up

    def knows_presence(self) -> bool:
        """Whether other processes, if there are any, can tell this one who is in a room."""
        if self.bus is None:
            # Several processes share a SQLite database only in tests.
            return connection.vendor == "sqlite"
        return self.bus.is_up

    def notify_lobbies(self) -> None:
        """Have the lobbies of all processes, and the like, read the database soon."""
        self.notify()
        self.publish(LobbyChanged(room=LOBBY_ID))

    async def close(self) -> None:
        """End the background tasks, write what is queued, and leave the channel layer."""
        if self.exchange is not None:
            self.exchange.close()
        await self.background.cancel()
        await self.appender.close()
        if self.bus is not None:
            await self.bus.stop()
