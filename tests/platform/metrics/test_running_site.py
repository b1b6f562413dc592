"""What the endpoints of a server and a worker tell while people play."""

import asyncio
import random
import re
from functools import partial
from pathlib import Path

import pytest

from tests.platform.metrics.scraping import Scrape
from tests.support.play import move
from tests.support.servers import Site
from tests.support.services import Postgres, free_port
from tests.support.services.processes import stop_child, wait_until

pytestmark = pytest.mark.server

MOVES = 12
COMMANDS = ("roll", "score")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> dict[str, str]:
    """The settings of a database. Moves are written in another way on each."""
    if request.param == "sqlite":
        return {}
    server: Postgres = request.getfixturevalue("migrated_postgres")
    return {"DATABASE_URL": server.new_database()}


async def test_it_counts_what_the_players_do(tmp_path: Path, database: dict[str, str]) -> None:
    port = free_port()
    site = Site(tmp_path, EMBEDDED_WORKER="0", METRICS_PORT=str(port), **database)
    (room,) = await asyncio.to_thread(site.rooms, 1)
    rng = random.Random(1)
    with site.serving() as server:
        assert Scrape(port)("yacht_process_info", role="server") == 1
        clients = [await server.connect(room["code"], room[name]) for name in ("alice", "bob")]
        for _ in range(MOVES):
            answer = await move(clients[clients[0].table["acting"][0]], rng)
            for client in clients:
                await client.reach(answer["seq"])
        assert (await clients[1].ask("start"))["code"] == "forbidden"
        scrape = Scrape(port)
        assert scrape("yacht_moves_total") == MOVES
        assert scrape("yacht_commit_seconds_count") == MOVES
        assert scrape("yacht_batch_entries_sum") == MOVES
        assert scrape("yacht_write_seconds_count") == scrape("yacht_batch_entries_count") > 0
        done = {name: scrape("yacht_command_seconds_count", command=name) for name in COMMANDS}
        assert done["roll"] + done["score"] == MOVES
        assert min(done.values()) > 0
        assert scrape("yacht_refusals_total", code="forbidden") == 1
        assert scrape("yacht_sockets", kind="room") == 2
        assert (scrape("yacht_rooms"), scrape("yacht_games")) == (1, 1)
        assert scrape("yacht_welcome_seconds_count", kind="room") == 2
        assert scrape("yacht_frames_total") >= MOVES + 1
        assert scrape("yacht_write_failures_total", reason="conflict") == 0
        for client in clients:
            await client.leave()
        assert wait_until(
            lambda: Scrape(port)("yacht_sockets", kind="room") == 0, server.child, server.log
        )


RUN_AT_ONCE = ("deadlines", "results", "public_log", "pairing", "sessions")


def test_it_counts_what_each_of_two_workers_does(tmp_path: Path) -> None:
    site = Site(tmp_path, METRICS_PORT=str(free_port()), LOG_LEVEL="INFO")
    workers = [site.start_worker() for _ in range(2)]
    try:
        logs = sorted(tmp_path.glob("worker-*.log"))
        ports = [int(re.findall(r"Metrics are on port (\d+)", log.read_text())[0]) for log in logs]
        assert ports[0] < ports[1]
        for port, worker, log in zip(ports, workers, logs, strict=True):
            assert Scrape(port)("yacht_process_info", role="worker") == 1
            assert wait_until(partial(has_swept, port), worker, log)
            assert Scrape(port)("yacht_swept_timestamp_seconds", loop="sweeping") > 0
            assert wait_until(partial(knows_backlog, port), worker, log)
    finally:
        for worker in workers:
            stop_child(worker)


def has_swept(port: int) -> bool:
    return all(Scrape(port)("yacht_sweep_seconds_count", sweep=job) > 0 for job in RUN_AT_ONCE)


def knows_backlog(port: int) -> bool:
    return ("yacht_backlog", (("job", "mail"),)) in Scrape(port).values
