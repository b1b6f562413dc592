"""Runs the jobs that are due.

One query per tick asks whether rows wait for any of the jobs, so that an idle site costs little.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from itertools import groupby

from games.platform import metrics
from games.platform.clock import monotonic, utc_now
from games.platform.database.outages import is_outage
from games.platform.database.threads import in_database
from games.platform.jobs.job import TICK_S, Job
from games.platform.jobs.questions import Questions

logger = logging.getLogger(__name__)

# A job that failed is tried again after this time, even if it normally runs less often.
AGAIN_S = 60.0
# A job that meets a database that is away, or has no connection left, runs again after this time.
OUTAGE_S = 3.0
# How long running jobs have to end when the worker stops. After that, killing them loses nothing.
GRACE_S = 1.0


class Lane:
    """Jobs that run one after the other, in this order."""

    def __init__(self, name: str, jobs: Sequence[Job]) -> None:
        self._name = name
        self._jobs = jobs
        self._woken = asyncio.Event()
        self._stopped = False
        # Jobs that run or are about to. For the others: when to look for rows, and when to run
        # anyway.
        self._due: set[Job] = set()
        self._look_at = dict.fromkeys(jobs, float("-inf"))
        self._run_at = dict.fromkeys(jobs, float("-inf"))
        # Jobs that wait for the database: that is logged once.
        self._without_database: set[Job] = set()

    def unsure(self) -> list[Job]:
        """Return the jobs that should run if rows wait for them. Wakes jobs whose time has come."""
        now = monotonic()
        unsure = []
        for job in self._jobs:
            if job in self._due:
                continue
            if now >= self._run_at[job]:
                self.wake(job)
            elif now >= self._look_at[job]:
                # A little sooner: ticks are never exactly on time, and could miss every second one.
                self._look_at[job] = now + 0.9 * job.look
                unsure.append(job)
        if not self._due:
            self._note_life()
        return unsure

    def wake(self, job: Job) -> None:
        self._due.add(job)
        self._woken.set()

    def stop(self) -> None:
        """End after the job that runs."""
        self._stopped = True
        self._woken.set()

    async def keep_running(self) -> None:
        while not self._stopped:
            await self._woken.wait()
            self._woken.clear()
            for job in self._jobs:
                if job in self._due and not self._stopped:
                    await self._run(job)

    async def _run(self, job: Job) -> None:
        wait = job.every
        try:
            await self._repeat(job)
            self._without_database.discard(job)
        except Exception as error:  # whatever it is, it must not keep other jobs from running
            wait = self._wait_after(error, job)
        self._note_life()
        self._due.discard(job)
        self._run_at[job] = monotonic() + wait

    async def _repeat(self, job: Job) -> None:
        while await measured(job):
            self._note_life()
            if not job.repeat or self._stopped:
                # Look again at once: there may be more rows.
                self._look_at[job] = float("-inf")
                return

    def _wait_after(self, error: Exception, job: Job) -> float:
        """Log a failure. Return the seconds until the job runs again."""
        if not is_outage(error):
            logger.error("the job %s failed", job.name, exc_info=error)
            return min(job.every, AGAIN_S)
        if job not in self._without_database:
            self._without_database.add(job)
            logger.warning("the job %s waits for the database: %s", job.name, error)
        self._look_at[job] = monotonic() + OUTAGE_S
        return OUTAGE_S

    def _note_life(self) -> None:
        metrics.SWEPT_AT.set(utc_now().timestamp(), self._name)


async def measured(job: Job) -> int | None:
    """Run a job once. Return what it returns, raise what it raises."""
    began = monotonic()
    try:
        done = await job.run()
    except Exception:
        metrics.SWEEP_FAILURES.add(of=job.name)
        raise
    metrics.SWEEPS.observe(monotonic() - began, job.name)
    if done is not None:
        metrics.SWEPT.add(done, job.name)
    return done


async def run(jobs: Iterable[Job], stop: asyncio.Event) -> None:
    """Run the jobs until `stop` is set. Without a database they wait for it."""
    by_lane = sorted(jobs, key=lambda job: job.lane)
    lanes = [Lane(name, list(each)) for name, each in groupby(by_lane, lambda job: job.lane)]
    tasks = [asyncio.create_task(lane.keep_running()) for lane in lanes]
    try:
        look = Look(lanes)
        while not stop.is_set():
            await pause(stop, await look.wake())
    finally:
        for lane in lanes:
            lane.stop()
        _, late = await asyncio.wait(tasks, timeout=GRACE_S)
        for task in late:
            task.cancel()


class Look:
    """Looks again and again for what is due. That the database does not answer is logged once."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self._lanes = lanes
        self._questions = Questions()
        self._is_without_database = False

    async def wake(self) -> float:
        """Let the lanes run what is due. Return the seconds until the next look."""
        try:
            seconds = await wake(self._lanes, self._questions)
        except Exception as error:
            if not is_outage(error):
                raise
            if not self._is_without_database:
                logger.warning("the worker waits for the database: %s", error)
            self._is_without_database = True
            return OUTAGE_S
        self._is_without_database = False
        return seconds


async def wake(lanes: Iterable[Lane], questions: Questions) -> float:
    """Let the lanes run what is due. Return the seconds until the next look.

    Raises Django's database errors.
    """
    now = utc_now()
    unsure = [(lane, job) for lane in lanes for job in lane.unsure()]
    # Jobs of one name share their queries.
    jobs = {job.name: job for _, job in unsure}
    waits = await in_database(lambda: questions.ask(jobs, now))
    due = [(lane, job) for lane, job in unsure if job.name in waits]
    for lane, job in due:
        lane.wake(job)
    return min((job.look for _, job in due), default=TICK_S)


async def pause(stop: asyncio.Event, seconds: float) -> None:
    """Wait until the next look, or until `stop` is set."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
