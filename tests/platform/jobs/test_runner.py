"""The runner: a job runs when rows wait for it or its time has come, and disturbs no other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime

import pytest
from django.db import ProgrammingError
from django.db.models import QuerySet

from games.assembly.processes.lifecycle import all_jobs
from games.people.accounts.models import User
from games.platform.database.threads import in_database
from games.platform.jobs import runner
from games.platform.jobs.job import Job
from games.platform.jobs.questions import Questions
from games.platform.jobs.runner import run
from tests.support.people import person


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TICK_S", 0.01)


class Diary:
    """What jobs have done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.stop = asyncio.Event()

    def note(
        self, name: str, answers: Iterable[int] = (), ends: bool = False, fails: bool = False
    ) -> Callable[[], Awaitable[int]]:
        """Return a job that notes that it has run, and returns the next of `answers`, then 0."""
        left = iter(answers)

        async def work() -> int:
            self.done.append(name)
            if ends:
                self.stop.set()
            if fails:
                raise ZeroDivisionError
            return next(left, 0)

        return work

    async def run(self, *jobs: Job) -> None:
        async with asyncio.timeout(10):
            await run(jobs, self.stop)


def guests(now: datetime) -> list[QuerySet[User]]:
    return [User.objects.filter(is_guest=True, name="Charlie")]


@pytest.mark.logs_errors("games.platform.jobs.runner")
async def test_it_runs_the_others_after_one_that_fails(
    transactional_db: None, caplog: pytest.LogCaptureFixture
) -> None:
    diary = Diary()
    await diary.run(
        Job(name="broken", run=diary.note("broken", fails=True)),
        Job(name="last", run=diary.note("last", ends=True)),
    )
    assert diary.done == ["broken", "last"]
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.getMessage() for record in errors] == ["the job broken failed"]


async def test_it_ends_after_a_mistake_of_ours_so_that_all_starts_again(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Questions, jobs: object, now: object) -> set[str]:
        raise ProgrammingError

    monkeypatch.setattr(Questions, "ask", fail)
    diary = Diary()
    with pytest.raises(ProgrammingError):
        await diary.run(Job(name="any", run=diary.note("any")))


async def test_a_job_runs_at_the_start_and_then_when_rows_wait_for_it(
    transactional_db: None,
) -> None:
    diary = Diary()

    async def count() -> int:
        diary.done.append("guests")
        if diary.done.count("guests") == 2:
            diary.stop.set()
        return 0

    async def arrive() -> int:
        await in_database(lambda: person("Charlie"))
        diary.done.append("Charlie")
        return 1

    await diary.run(
        Job(name="guests", run=count, due=guests, look=0.01),
        Job(name="slow", run=diary.note("slow"), every=3600.0),
        Job(name="arrive", run=arrive, every=3600.0),
    )
    assert diary.done == ["guests", "slow", "Charlie", "guests"]


async def test_it_repeats_a_job_until_there_is_nothing_left_before_the_next_of_its_lane(
    transactional_db: None,
) -> None:
    diary = Diary()
    await diary.run(
        Job(name="dice", run=diary.note("dice", (50, 50, 7)), repeat=True),
        Job(name="analyses", run=diary.note("analyses", ends=True)),
    )
    assert diary.done == ["dice"] * 4 + ["analyses"]


async def test_one_that_takes_long_holds_up_only_its_lane(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "GRACE_S", 0.05)
    diary = Diary()
    await diary.run(
        Job(name="pushes", run=asyncio.Event().wait, lane="pushing 0"),
        Job(name="after it", run=diary.note("after it"), lane="pushing 0"),
        Job(name="pushes", run=diary.note("pushes", [1] * 20), lane="pushing 1", repeat=True),
        Job(name="end", run=diary.note("end", ends=True), lane="pushing 1"),
    )
    assert diary.done == [*["pushes"] * 21, "end"]


def test_each_job_has_a_name_of_its_own() -> None:
    names = [(job.name, job.lane) for job in all_jobs()]
    assert len(set(names)) == len(names)
    assert {name for name, _ in names} >= {"deadlines", "dailies", "analyses", "pushes", "mail"}
