"""E1, E2, E3 and E5: servers that are killed or restarted while people play."""

import time
from statistics import median
from typing import Literal

import psycopg

from workshop.lab.chaos.lab import Lab
from workshop.lab.chaos.sabotage import Sabotage
from workshop.lab.loadtest.processes import Server
from workshop.lab.loadtest.report import percentile

# After a restart, 95 of 100 players are back within this time (README.md).
BACK_S = 5.0
EXIT_S = 10.0
SPREAD_S = 0.5
LOCK_S = 3.0
# A server dies at one of so many commits.
COMMITS = 300
# A worker has to start, and load the tables of perfect play, before its bots move.
WORKER_EVERY = 5
RESTART_CODES = {1000, 1012}


def kill_servers(lab: Lab) -> None:
    """Servers behind a balancer; kill the one with most connections, again and again, and sometimes
    a worker, if there is one.
    """
    servers = lab.add_servers(lab.servers_or(2))
    workers = [each for each in lab.testbed.servers if each.kind == "worker"]
    balancer = lab.proxy(*(server.port for server in servers))
    generator = lab.play([f"ws://127.0.0.1:{balancer.port}"])
    kills = 0
    for _ in lab.rounds():
        lab.wait()
        server = max(servers, key=lambda each: balancer.open[each.port])
        server.kill()
        server.start(wait=False)
        generator.wait_for("back")
        kills += 1
        server.wait_until_ready()
        if kills % WORKER_EVERY == 1:
            for worker in workers:
                worker.kill()
                worker.start(wait=False)
    lab.finish()
    lab.note("kills", kills)
    lab.require(lab.outcome.total("reconnects") > 0, "nobody lost a connection")
    expect_quick_return(lab)


def expect_quick_return(lab: Lab) -> None:
    """Expect that 95 % of the players were back after BACK_S."""
    p95 = percentile(lab.outcome.reconnect_ms, 0.95) / 1000
    lab.expect(p95 <= BACK_S, f"the p95 of reconnecting is {p95:.1f} s")


def die_after_commit(lab: Lab) -> None:
    """Servers that die after commits, before they tell anybody."""
    play_with_deaths(lab, "after commit")
    lab.require(lab.outcome.total("old_answers") > 0, "no command was found done after a restart")


def die_before_commit(lab: Lab) -> None:
    """A server that dies with its changes made and its locks held."""
    play_with_deaths(lab, "before commit")
    held = lab.outcome.facts.get("locks held", [])
    lab.expect(max(held, default=0.0) < LOCK_S, f"locks were held for {max(held, default=0.0)} s")


def play_with_deaths(lab: Lab, moment: Literal["before commit", "after commit"]) -> None:
    """Play on servers that die at commits and are restarted at once, until the time is over; then
    on some that do not die.
    """
    count = lab.servers_or(1)
    # Each of several servers has a part of the commits.
    sabotage = Sabotage(die=moment, one_in=COMMITS // count, seed=lab.outcome.seed)
    servers = lab.add_servers(count, sabotage)
    with lab.restarting(*servers):
        lab.play([server.url for server in servers])
        end = time.monotonic() + lab.seconds
        while time.monotonic() < end or len(lab.deaths) < 2:
            time.sleep(0.1)
    with lab.restarting(*servers[1:]):
        watch_locks(lab, servers[0])
    for server in servers:
        server.env = {**server.env, "CHAOS": "{}"}
        if server.runs():
            server.kill()
        server.start(wait=False)
    lab.finish()
    lab.note("deaths", len(lab.deaths))
    expect_quick_return(lab)


def watch_locks(lab: Lab, server: Server) -> None:
    """Let the server die once more, and note how long its transactions stay open after that."""
    if lab.testbed.postgres is None:
        return
    with psycopg.connect(server.env["DATABASE_URL"], autocommit=True) as connection:
        deadline = time.monotonic() + 30
        while server.runs() and time.monotonic() < deadline:
            time.sleep(0.002)
        died = time.monotonic()
        while True:
            row = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL"
            ).fetchone()
            if row == (0,):
                break
            time.sleep(0.01)
        lab.note("locks held", [round(time.monotonic() - died, 3)])


def restart_in_turn(lab: Lab) -> None:
    """SIGTERM to one server after the other, again and again."""
    servers = lab.add_servers(lab.servers_or(2))
    generator = lab.play([server.url for server in servers])
    exits, spreads = [], []
    for number in lab.rounds():
        lab.wait()
        server = servers[number % len(servers)]
        asked = time.perf_counter()
        exits.append(server.stop())
        server.start(wait=False)
        generator.wait_for("back")
        spreads.append((asked, time.perf_counter()))
        lab.wait(1.0, 2.0)
    lab.finish()
    [result] = lab.outcome.results
    widths = [
        max(moments) - min(moments)
        for start, end in spreads
        if len(moments := [at for at in result.returned_at if start <= at <= end]) > 1
    ]
    lab.note("exits", f"{len(exits)}, the slowest {max(exits):.1f} s")
    lab.note("closes", result.closes)
    lab.note("returns", f"spread over {min(widths):.1f} to {max(widths):.1f} s")
    lab.require(set(result.closes) <= RESTART_CODES, f"sockets were closed with {result.closes}")
    lab.require(
        result.closes.get(1012, 0) == result.reconnects,
        f"{result.reconnects} connections were lost, but closed with {result.closes}",
    )
    lab.expect(max(exits) <= EXIT_S, f"a server took {max(exits):.1f} s to exit")
    # When a start takes longer than the first waits, a single spread is a matter of chance.
    lab.expect(median(widths) >= SPREAD_S, f"half came back within {median(widths):.1f} s")
    expect_quick_return(lab)
