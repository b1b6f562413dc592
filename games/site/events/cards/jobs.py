"""Runs the cards: makes weekly ones, stores results, ends and reveals them, analyses games."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job, Waiting, first_of
from games.site.events.cards.closing import (
    never_shown,
    settle,
    take_open_results,
    to_close,
    to_end,
)
from games.site.events.cards.judging import judge_some, to_judge, to_weigh, weigh_some
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.weekly import open_weekly_cards
from games.tables.live.registry import current_hubs


async def sweep_cards() -> int:
    """End and reveal cards. Return how many games were ended."""
    ended = await in_database(partial(settle, utc_now()))
    for room in ended:
        current_hubs().room_changed(room)
    return len(ended)


async def sweep_results() -> int:
    return await in_database(take_open_results)


async def judge_cards() -> int:
    return await in_database(partial(judge_some, utc_now()), SLOW)


def _ended(now: datetime) -> Iterable[Waiting]:
    return [
        Waiting(first_of(to_end(now), "closes_at"), "closes_at"),
        Waiting(first_of(to_close(now), "ended_at"), "ended_at"),
    ]


def _never_shown(now: datetime) -> Iterable[QuerySet[Card]]:
    return [first_of(never_shown(now), "created_at")]


async def weigh_games() -> int:
    return await in_database(weigh_some, SLOW)


def _finished(now: datetime) -> Iterable[QuerySet[CardEntry]]:
    return [first_of(to_weigh(), "card", "id")]


def _revealed(now: datetime) -> Iterable[QuerySet[Card]]:
    return [first_of(to_judge(), "revealed_at")]


async def sweep_weekly_cards() -> int:
    return await in_database(lambda: open_weekly_cards(utc_now()))


JOBS = (
    Job(name="weekly_cards", run=sweep_weekly_cards),
    # Often, because a card is revealed when its last result is stored.
    Job(name="card_results", run=sweep_results, every=30.0),
    Job(name="cards", run=sweep_cards, waiting=_ended, due=_never_shown, look=10.0),
    Job(name="card_choices", run=weigh_games, due=_finished, lane="analysing", look=10.0),
    Job(name="card_analyses", run=judge_cards, due=_revealed, lane="analysing", look=10.0),
)
