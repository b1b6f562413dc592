"""A job that fails keeps no other from running, unless the database is missing."""

import asyncio
import logging

import pytest
from django.db import OperationalError

from games.jobs import runner

BROKEN = "results"


class Jobs:
    """Jobs that only note that they have run. One always fails. After two rounds the loop ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stop = asyncio.Event()
        self.done: list[str] = []
        self.rounds: list[str] = []
        monkeypatch.setattr(runner, "SWEEPS", {name: self._job(name) for name in runner.SWEEPS})
        monkeypatch.setattr(runner, "tidy", self._job("tidy_up"))
        monkeypatch.setattr(runner, "note_round", self.rounds.append)
        monkeypatch.setattr(runner, "pause", self._pause)

    def _job(self, name: str) -> runner.Sweep:
        async def work() -> None:
            self.done.append(name)
            if name == BROKEN:
                raise ZeroDivisionError

        return work

    async def _pause(self, stop: asyncio.Event) -> None:
        if len(self.rounds) == 2:
            stop.set()


# `db`: the thread that asks the database may have a connection of an earlier test.
async def answer() -> None:
    """Do what `ask_database` does if there is a database: nothing that the test needs one for."""


async def test_it_runs_the_others_after_one_that_fails(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    jobs = Jobs(monkeypatch)
    monkeypatch.setattr(runner, "ask_database", answer)
    async with asyncio.timeout(10):
        await runner.keep_sweeping(jobs.stop)
    assert jobs.done == [*runner.SWEEPS, "tidy_up", *runner.SWEEPS]
    assert jobs.rounds == ["sweeping", "sweeping"]
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.getMessage() for record in errors] == [f"the job {BROKEN} failed"] * 2


async def test_it_ends_without_a_database_so_that_all_starts_again(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = Jobs(monkeypatch)

    async def fail() -> None:
        raise OperationalError

    monkeypatch.setattr(runner, "ask_database", fail)
    with pytest.raises(OperationalError):
        async with asyncio.timeout(10):
            await runner.keep_sweeping(jobs.stop)
    assert jobs.done[-1] == BROKEN
    assert jobs.rounds == []
