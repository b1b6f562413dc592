"""Finds the news of circles, and posts them."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting, first_of
from games.site.front.circles.hook_news import find_news, forget_old, untold_evenings, working
from games.site.front.circles.hook_sending import due_messages, post_next

POST_AT_ONCE = 4
THREADS = ThreadPoolExecutor(max_workers=POST_AT_ONCE, thread_name_prefix="circle-news")


async def sweep_circle_news() -> int:
    return await in_database(lambda: find_news(utc_now()))


async def post_circle_news() -> int:
    return await in_database(lambda: int(post_next()), THREADS)


async def sweep_old_circle_news() -> int:
    return await in_database(lambda: forget_old(utc_now()))


def _to_post(now: datetime) -> Iterable[Waiting]:
    return [Waiting(due_messages(now), "next_try_at")]


def _to_find(now: datetime) -> Iterable[QuerySet[Any]]:
    return [working(), first_of(untold_evenings(now), "night")]


HOOK_JOBS = (
    Job(name="circle_news", run=sweep_circle_news, due=_to_find, lane="circle news", look=10.0),
    Job(name="old_circle_news", run=sweep_old_circle_news, every=3600.0),
    # Several lanes, so that one slow address does not hold up the others.
    *(
        Job(
            name="circle_posts",
            run=post_circle_news,
            waiting=_to_post,
            lane=f"posting {number}",
            repeat=True,
        )
        for number in range(POST_AT_ONCE)
    ),
)
