"""Jobs are asked for with one statement, and with queries that are compiled now and then."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from pytest_django import DjangoAssertNumQueries

from games.assembly.processes.lifecycle import all_jobs
from games.models import User
from games.platform.jobs import questions
from games.platform.jobs.job import Job
from games.platform.jobs.questions import Questions, compiled, lasting
from tests.support.people import person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=UTC)
JOBS = {job.name: job for job in all_jobs()}
WITH_QUERIES = [job for job in JOBS.values() if job.waiting or job.due]


async def nothing() -> None: ...


def job(due: Callable[[datetime], Iterable[QuerySet[Any]]]) -> Job:
    return Job(name="any", run=nothing, due=due)


def test_it_asks_for_all_jobs_in_one_statement(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    person("Charlie")
    guests = job(lambda now: [User.objects.filter(is_guest=True, date_joined__lte=now)])
    asked, now = Questions(), datetime.now(UTC)
    for second in range(3):
        with django_assert_num_queries(1):
            found = asked.ask({**JOBS, "any": guests}, now + timedelta(seconds=second))
        assert found == {"any"}
    assert asked.ask({}, now) == set()


@pytest.mark.parametrize("each", WITH_QUERIES, ids=lambda each: each.name)
@pytest.mark.parametrize("later", [0.999, 59.5])
def test_the_query_of_each_job_is_kept_and_asks_for_the_time_that_it_is(
    each: Job, later: float
) -> None:
    now = NOW + timedelta(seconds=later)
    kept, now_compiled = lasting(each, NOW), compiled(each.queries(now))
    assert kept is not None, "it is compiled each second"
    assert (kept.sql, kept.values_at(now)) == (now_compiled.sql, list(now_compiled.values))


def test_a_query_that_depends_on_more_than_the_time_is_built_each_time() -> None:
    person("Charlie")

    def by_second(now: datetime) -> list[QuerySet[Any]]:
        return [User.objects.filter(contact_rev=int(now.timestamp() * 1000) % 2)]

    asked, odd = Questions(), NOW + timedelta(milliseconds=1)
    expected = [
        User.objects.filter(contact_rev=0).exists(),
        User.objects.filter(contact_rev=1).exists(),
    ]
    assert lasting(job(by_second), NOW) is None
    for moment, found in zip((NOW, odd), expected, strict=True):
        assert bool(asked.ask({"any": job(by_second)}, moment)) == found


def test_a_kept_query_is_built_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    person("Charlie")
    clock = [100.0]
    monkeypatch.setattr(questions, "monotonic", lambda: clock[0])
    wanted: list[QuerySet[Any]] = []
    each, asked = job(lambda _: wanted), Questions()
    assert asked.ask({"any": each}, NOW) == set()
    wanted.append(User.objects.all())
    assert asked.ask({"any": each}, NOW) == set()
    clock[0] += questions.KEPT_S
    assert asked.ask({"any": each}, NOW) == {"any"}
    wanted.clear()
    assert asked.ask({"any": each}, NOW + timedelta(days=1)) == set(), "another day"
