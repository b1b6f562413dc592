"""The endpoint for Prometheus (settings.METRICS_PORT), and what is measured only for it."""

import asyncio
import logging
from typing import TYPE_CHECKING

from django.conf import settings

from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.server.lifespan import lifespan
from games.site.events.tournaments.hub import TournamentHubs
from games.tables.live.registry import hubs_here
from games.tables.matchmaking.lobby_hub import LobbyHub

if TYPE_CHECKING:
    from games.platform.metrics.endpoint import Endpoint

logger = logging.getLogger(__name__)

LOOP_EVERY_S = 0.5


class Monitoring:
    """The endpoint of this process, while it is open."""

    def __init__(self) -> None:
        self._endpoint: Endpoint | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, role: str) -> None:
        """Open the endpoint, if there is to be one. `role`: "server" or "worker".

        The site also works without it: a problem is logged.
        """
        if not settings.METRICS_PORT:
            return
        # Loading it takes a tenth of a second, which a process without it can save.
        from games.platform.metrics.endpoint import NoFreePortError, open_endpoint  # noqa: PLC0415

        try:
            self._endpoint = open_endpoint(settings.METRICS_ADDRESS, settings.METRICS_PORT)
        except (NoFreePortError, OSError) as error:
            logger.error("Metrics are not available: %s", error)
            return
        logger.info("Metrics are on port %s.", self._endpoint.port)
        metrics.PROCESS.set(1, role)
        read_gauges()
        self._task = asyncio.create_task(measure_loop_lag())

    @property
    def port(self) -> int | None:
        return None if self._endpoint is None else self._endpoint.port

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._endpoint is not None:
            await asyncio.to_thread(self._endpoint.close)
            self._endpoint = None


MONITORING = Monitoring()


def read_gauges() -> None:
    """Tell the gauges where to find what they show."""
    metrics.DRAINING.read_with(lambda: lifespan.draining)
    metrics.ROOMS.read_with(lambda: None if (hubs := hubs_here()) is None else len(hubs.rooms))
    metrics.GAMES.read_with(running_games)
    metrics.SOCKETS.read_with(room_sockets, of="room")
    metrics.SOCKETS.read_with(lobby_sockets, of="lobby")
    metrics.SOCKETS.read_with(tournament_sockets, of="tournament")
    metrics.LAYER_UP.read_with(layer_is_up, of="redis")
    metrics.WAITING.read_with(waiting_moves, of="writer")


# These run in the endpoint's thread. `list` copies before the event loop can change anything.


def running_games() -> int | None:
    hubs = hubs_here()
    if hubs is None:
        return None
    games = [hub.game for hub in list(hubs.rooms.values())]
    return sum(game is not None and game.state.status == "playing" for game in games)


def room_sockets() -> int | None:
    hubs = hubs_here()
    if hubs is None:
        return None
    return sum(len(hub.listeners) for hub in list(hubs.rooms.values()))


def lobby_sockets() -> int | None:
    hubs = hubs_here()
    return None if hubs is None else hubs.count_sockets(LobbyHub)


def tournament_sockets() -> int | None:
    hubs = hubs_here()
    return None if hubs is None else hubs.count_sockets(TournamentHubs)


def layer_is_up() -> bool | None:
    """Return whether Redis works; None without it."""
    hubs = hubs_here()
    return None if hubs is None else hubs.process.layer_is_up


def waiting_moves() -> int | None:
    hubs = hubs_here()
    return None if hubs is None else hubs.process.appender.waiting


async def measure_loop_lag() -> None:
    """Measure how late the event loop is, until cancelled."""
    while True:
        began = monotonic()
        await asyncio.sleep(LOOP_EVERY_S)
        metrics.LOOP_LAG.observe(max(0.0, monotonic() - began - LOOP_EVERY_S))
