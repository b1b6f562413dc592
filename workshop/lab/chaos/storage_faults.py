"""E18 and E19: disks that are full, and many processes on one file."""

import os
import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from workshop.lab.chaos.health import Health
from workshop.lab.chaos.lab import Lab
from workshop.lab.loadtest.generator_process import verify_logs
from workshop.lab.loadtest.history import read_history
from workshop.lab.loadtest.processes import Server, run

# Smaller than the database: neither its file nor its write-ahead log can be written beyond this.
FULL_BYTES = 64 * 1024
FULL_S = 5.0
HEAL_S = 5.0
PROCESSES = 4
VERIFIED = 2
FILE = "yacht.sqlite3"


def full_disk(lab: Lab) -> None:
    """The files of SQLite cannot grow for a while, or PostgreSQL takes no changes."""
    [server] = lab.add_servers(1)
    lab.play([server.url], rate=30.0)
    url = lab.testbed.env.get("DATABASE_URL")
    outages = []
    for _ in lab.rounds():
        lab.wait()
        with lab.window() as outage, full(server) if url is None else read_only(url):
            time.sleep(FULL_S)
            status = Health(server).ask()
            lab.require(status == "503", f"/readyz said {status} when nothing could be written")
        outages.append(outage)
        lab.wait(2.0, 4.0)
    lab.finish()
    acks = [each.t for each in read_history(lab.outcome.histories[0]) if each.phase == "ok"]
    during = sum(each.start + 1.0 <= at < each.end for at in acks for each in outages)
    heal = [min((at - each.end for at in acks if at >= each.end), default=60) for each in outages]
    lab.note("outages", f"{len(outages)} of {FULL_S:.0f} s; {during} acks in their last seconds")
    lab.note("recovery", f"acks again after at most {max(heal):.1f} s")
    lab.require(lab.outcome.total("retried") > 0, "no command was refused")
    lab.require(lab.outcome.total("reconnects") == 0, "connections were lost")
    lab.require(server.runs(), "the server ended")
    lab.expect(max(heal) <= HEAL_S, f"acks again after {max(heal):.1f} s")


@contextmanager
def full(server: Server) -> Iterator[None]:
    """Let the server's files not grow beyond FULL_BYTES until the block ends."""
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (FULL_BYTES, hard))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def read_only(url: str) -> Iterator[None]:
    """Let PostgreSQL refuse all changes of the database until the block ends."""
    with psycopg.connect(url, autocommit=True) as connection:
        name = sql.Identifier(connection.info.dbname)
        end_all = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        setting = "default_transaction_read_only"
        connection.execute(sql.SQL(f"ALTER DATABASE {{}} SET {setting} = on").format(name))
        connection.execute(end_all)
        try:
            yield
        finally:
            connection.execute(sql.SQL(f"ALTER DATABASE {{}} RESET {setting}").format(name))
            connection.execute(end_all)


def busy_file(lab: Lab) -> None:
    """Four processes write to one file, while it is backed up and its log is written back."""
    servers = lab.add_servers(PROCESSES)
    lab.play([server.url for server in servers], rate=20.0)
    data = Path(lab.testbed.env["DATA_DIR"]) / FILE
    backups = []
    for number in lab.rounds():
        directory = lab.path(f"backup-{number}")
        directory.mkdir()
        run(["manage.py", "backup", str(directory / FILE)], lab.testbed.env)
        backups.append(directory)
        with closing(sqlite3.connect(data, timeout=20)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    lab.finish()
    for directory in backups:
        with closing(sqlite3.connect(directory / FILE)) as connection:
            [[answer]] = connection.execute("PRAGMA integrity_check").fetchall()
        lab.require(answer == "ok", f"a backup is damaged: {answer}")
    for directory in backups[-VERIFIED:]:
        problems, _ = verify_logs({**lab.testbed.env, "DATA_DIR": str(directory)})
        lab.outcome.problems += [f"in a backup: {problem}" for problem in problems]
    locked = sum(server.log.read_text().count("is locked") for server in servers)
    sizes = [os.path.getsize(directory / FILE) // 1024 for directory in backups]
    lab.note("backups", f"{len(backups)}, of {min(sizes)} to {max(sizes)} kB")
    lab.note("locked", f"{locked} errors")
    lab.require(locked == 0, f"{locked} times the database was locked")
