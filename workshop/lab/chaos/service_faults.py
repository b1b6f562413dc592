"""E6, E7, E9, E10, E11: Redis and PostgreSQL that end, hang, answer late, or cannot be reached."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg

from workshop.lab.chaos.health import Health
from workshop.lab.chaos.lab import Lab, in_ms
from workshop.lab.loadtest.history import read_history
from workshop.lab.loadtest.processes import Server, rss_mb
from workshop.lab.loadtest.report import percentile

# All clients of a room agree this long after Redis or the network is back (README.md).
AGREE_S = 15.0
MAX_LINES_PER_S = 1.0
PAUSED_ACK_S = 2.0
HEAL_S = 10.0
MAX_GROWTH_MB = 20.0
# While one game is locked: the p99 of the others, and how soon its players are told.
LOCKED_S = 10.0
OTHERS_S = 0.3
BUSY_S = 3.0
SLOW_S = 0.05
# A command that takes longer is refused (games/tables/sockets/connection.py); sockets look every
# second.
COMMAND_S = 17.0


def redis_killed(lab: Lab) -> None:
    """Redis is killed, stays away, and comes back empty."""
    away_s = min(20.0, lab.seconds / 2)

    def outage() -> None:
        lab.testbed.redis.kill()
        time.sleep(away_s)
        lab.testbed.redis.restart()

    play_through_outage(lab, outage)


def redis_paused(lab: Lab) -> None:
    """Redis is stopped for a while: its connections stay open, but nothing answers."""
    away_s = min(10.0, lab.seconds / 2)

    def outage() -> None:
        os.kill(lab.testbed.redis.pid, signal.SIGSTOP)
        time.sleep(away_s)
        os.kill(lab.testbed.redis.pid, signal.SIGCONT)

    play_through_outage(lab, outage)


def play_through_outage(lab: Lab, outage: Callable[[], None]) -> None:
    """Play on several servers, the players of each table on different ones, before, during and
    after an outage of Redis. Nobody may be disconnected, and commands are acknowledged as ever.
    """
    servers = lab.add_servers(lab.servers_or(2))
    lab.play([server.url for server in servers], rate=30.0)
    lab.wait(3.0, 4.0)
    before = [lines_of(server) for server in servers]
    with lab.window() as window:
        outage()
    length = window.end - window.start
    lines = [lines_of(server) - then for server, then in zip(servers, before, strict=True)]
    time.sleep(max(5.0, lab.seconds - length))
    lab.finish()
    [result] = lab.outcome.results
    acks = lab.answer_s(window)
    lab.note("outage", f"{length:.0f} s; acks meanwhile: {in_ms(acks)}")
    lab.note("seen by all", f"after at most {max(result.spread_ms) / 1000:.1f} s")
    lab.note("log lines", f"{lines} during the outage")
    lab.require(result.reconnects == 0, f"{result.reconnects} connections were lost")
    lab.require(bool(acks), "nothing was acknowledged during the outage")
    lab.require(max(lines) / length < MAX_LINES_PER_S, f"a server logged {max(lines)} lines")
    lab.expect(percentile(acks, 0.99) <= PAUSED_ACK_S, f"acks were slow: {in_ms(acks)}")
    lab.expect(max(result.spread_ms) <= AGREE_S * 1000, "the players disagreed for too long")


def lines_of(server: Server) -> int:
    """Return how many lines a server has logged."""
    return server.log.read_bytes().count(b"\n")


def postgres_restarted(lab: Lab) -> None:
    """PostgreSQL ends without finishing anything, by SIGQUIT and by SIGKILL, and is restarted."""
    servers = lab.add_servers(lab.servers_or(1))
    lab.play([server.url for server in servers], rate=60.0)
    postgres = lab.testbed.postgres
    heal, restarts = [], 0
    for number in lab.rounds():
        lab.wait()
        began = time.time()
        if number % 2 == 0:
            os.kill(postgres.pid, signal.SIGQUIT)
        postgres.restart()
        heal.append((began, time.time()))
        restarts += 1
        lab.wait(2.0, 4.0)
    lab.finish()
    acked = sorted(record_times(lab, "ok"))
    healed = [next((at - up for at in acked if at > up), float("inf")) for _, up in heal]
    lab.note("restarts", f"{restarts}; acks again after at most {max(healed):.1f} s")
    lab.require(lab.outcome.total("reconnects") == 0, "connections were lost")
    lab.require(max(healed) < float("inf"), "nothing was acknowledged after a restart")
    lab.expect(max(healed) <= HEAL_S, f"the pool healed after {max(healed):.1f} s")
    lab.require(stuck_connections(lab) == 0, "a transaction stayed open")


def row_locked(lab: Lab) -> None:
    """Another session holds the row of one table's game; after that PostgreSQL answers late."""
    database = lab.proxy(port_of(lab.testbed.env["DATABASE_URL"]))
    # A worker would load the tables of perfect play, to analyse the games that end meanwhile.
    [server] = lab.add_servers(
        1,
        DATABASE_URL=with_port(lab.testbed.env["DATABASE_URL"], database.port),
        EMBEDDED_WORKER="0",
    )
    lab.play([server.url], rate=30.0)
    lab.play([server.url], rooms=1, rate=5.0)
    lab.wait(2.0, 3.0)
    before_mb = rss_mb(server.pid)
    with lab.window() as quiet:
        time.sleep(lab.seconds / 4)
    with lab.window() as locked, row_lock(lab, lab.tables[-1].room):
        time.sleep(max(LOCKED_S, lab.seconds / 2))
    grown_mb = rss_mb(server.pid) - before_mb
    database.delay_s = SLOW_S
    with lab.window() as slow:
        time.sleep(lab.seconds / 4)
    database.delay_s = 0.0
    lab.finish()
    others, refused = lab.answer_s(locked), lab.answer_s(locked, 1, "busy")
    lab.note("before", f"other rooms: {in_ms(lab.answer_s(quiet))}")
    lab.note("locked", f"other rooms: {in_ms(others)}; RSS {grown_mb:+.0f} MB")
    lab.note("refused", f"the locked one {len(refused)} times, after {in_ms(refused)}")
    lab.note("slow", f"each answer of the database {SLOW_S} s late: {in_ms(lab.answer_s(slow))}")
    lab.require(bool(refused), "the locked table was never told that the server is busy")
    lab.require(bool(others), "the other tables stood still")
    lab.expect(percentile(others, 0.99) <= OTHERS_S, f"the other tables waited: {in_ms(others)}")
    lab.expect(max(refused, default=0.0) <= BUSY_S, f"the locked one waited: {in_ms(refused)}")
    lab.expect(grown_mb <= MAX_GROWTH_MB, f"the server grew by {grown_mb:.0f} MB")


@contextmanager
def row_lock(lab: Lab, room: str) -> Iterator[None]:
    """Hold the row of a room's game until the end of the block."""
    with psycopg.connect(lab.testbed.env["DATABASE_URL"]) as connection:
        connection.execute(
            "SELECT id FROM games_game WHERE id = (SELECT game_id FROM games_room WHERE code = %s)"
            " FOR UPDATE",
            [room],
        )
        yield
        connection.rollback()


def unreachable(lab: Lab) -> None:
    """Nothing passes between a server and PostgreSQL and Redis, and no connection ends. Other
    servers are not cut off.
    """
    env = lab.testbed.env
    database, redis = (lab.proxy(port_of(env[name])) for name in ("DATABASE_URL", "REDIS_URL"))
    [server] = lab.add_servers(
        1,
        DATABASE_URL=with_port(env["DATABASE_URL"], database.port),
        REDIS_URL=with_port(env["REDIS_URL"], redis.port),
    )
    others = lab.add_servers(lab.servers_or(1) - 1)
    lab.play([each.url for each in (server, *others)], rate=30.0)
    health = Health(server)
    lab.wait(2.0, 3.0)
    ready_before = health.ready()
    with lab.window() as window, health.watched():
        for proxy in (database, redis):
            proxy.freeze()
        time.sleep(min(30.0, lab.seconds / 2))
        for proxy in (database, redis):
            proxy.thaw()
    length = window.end - window.start
    time.sleep(max(5.0, lab.seconds - length))
    lab.finish()
    refused = lab.answer_s(window, until="busy")
    acked = [at - window.end for at in record_times(lab, "ok") if at > window.end]
    lab.note("partition", f"{length:.0f} s; readyz said {dict(health.statuses)}")
    lab.note("refused", f"{len(refused)} commands as busy, after {in_ms(refused)}")
    lab.note("recovery", f"first ack after {min(acked, default=float('inf')):.1f} s")
    lab.require(ready_before, "readyz was not 200 before")
    lab.require(health.ready(), "readyz was not 200 at the end")
    lab.require(health.statuses["503"] > 0, "readyz never said 503")
    lab.require(lab.outcome.total("reconnects") == 0, "connections were lost")
    lab.expect(max(refused, default=0.0) <= COMMAND_S, f"refused late: {in_ms(refused)}")
    lab.expect(min(acked, default=60.0) <= HEAL_S, "the server did not recover in time")


def port_of(url: str) -> int:
    """Return the port of a URL that has one."""
    port = urlsplit(url).port
    assert port is not None
    return port


def with_port(url: str, port: int) -> str:
    """Return the URL with another port of 127.0.0.1."""
    parts = urlsplit(url)
    account, at, _ = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{account}{at}127.0.0.1:{port}"))


def record_times(lab: Lab, phase: str) -> list[float]:
    """Return when each record of this phase was made, in the first history."""

    return [each.t for each in read_history(lab.outcome.histories[0]) if each.phase == phase]


def stuck_connections(lab: Lab) -> int:
    """Return how many connections of the site have a transaction open, and are idle."""
    with psycopg.connect(lab.testbed.env["DATABASE_URL"]) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()"
        ).fetchone()
        assert row is not None
        return int(row[0])
