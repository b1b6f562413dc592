"""Tells players who are away about their games with a long clock, challenges, cards,
appointments, and events that were called off.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

from games.core.engine import GameState
from games.platform.clock import monotonic, utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.site.account.notifications.appointment_news import tell_of_appointments
from games.site.account.notifications.appointment_news import waiting as appointments_waiting
from games.site.account.notifications.card_news import tell_of_cards, waiting
from games.site.account.notifications.finding import (
    LONG_CLOCKS,
    NewEnd,
    NewTurn,
    Step,
    may_have_news,
    moment,
    new_call_offs,
    new_challenges,
    new_ends,
    new_turns,
    players_to_act,
    store,
    turns_again,
)
from games.site.account.notifications.models import Notice
from games.site.account.notifications.people_news import (
    new_friend_requests,
    new_invitations,
    untold,
)
from games.site.account.notifications.queue import Event, Facts, Person, forget_old
from games.site.account.notifications.sending import due_pushes, send_next_push
from games.tables.live.registry import current_hubs
from games.tables.live.room import RoomHub
from games.tables.live.room_jobs import for_each_room

SEND_AT_ONCE = 4
THREADS = ThreadPoolExecutor(max_workers=SEND_AT_ONCE, thread_name_prefix="push")
# Within this time, other processes say who is in a room.
PRESENCE_S = 2.5


async def sweep_push() -> int:
    return await in_database(lambda: int(send_next_push()), THREADS)


async def sweep_old_notices() -> None:
    await in_database(lambda: forget_old(utc_now()))


async def sweep_events() -> None:
    """Store the news since the last time. If a step fails, the others are still done; afterwards
    this raises an ExceptionGroup with all failures.
    """
    steps: tuple[Callable[[], Awaitable[None]], ...]
    turns = (partial(_tell_turns, clock) for clock in LONG_CLOCKS)
    steps = (*turns, _tell_turns_again, _tell_ends, _tell_challenges, _tell_call_offs)
    failures = []
    for step in steps:
        try:
            await step()
        except Exception as failure:  # raised below
            failures.append(failure)
    if failures:
        raise ExceptionGroup("some events could not be found", failures)


async def sweep_cards() -> int:
    return await in_database(lambda: tell_of_cards(utc_now()))


async def sweep_appointment_news() -> int:
    return await in_database(lambda: tell_of_appointments(utc_now()))


async def _tell_challenges() -> None:
    challenges = await in_database(partial(new_challenges, utc_now()))
    if challenges:
        await in_database(partial(store, challenges, None, utc_now()))


async def sweep_people() -> None:
    """Tell of invitations and of requests to become friends."""
    now = utc_now()
    for find in (new_invitations, new_friend_requests):
        events = await in_database(partial(find, now))
        if events:
            await in_database(partial(store, events, None, now))


async def _tell_call_offs() -> None:
    events, step = await in_database(partial(new_call_offs, utc_now()))
    if events:
        await in_database(partial(store, events, step, utc_now()))


async def _tell_turns(clock: int) -> None:
    turns, step = await in_database(partial(new_turns, clock, utc_now()))
    await _look_at(turns, step)


async def _tell_turns_again() -> None:
    """Tell of turns whose players were at the table before and have left."""
    await _look_at(await in_database(partial(turns_again, utc_now())), None)


async def _look_at(turns: Sequence[NewTurn], step: Step | None) -> None:
    """Tell players who are away about these turns. Note the turns whose player is at the table."""
    rooms = await _enter([turn.room for turn in turns])
    events, watched = [], []
    for turn in turns:
        hub = rooms.get(turn.room)
        # Check this first: a player who leaves in between is then told, and the second look finds
        # nothing to do. In the other order they might never be told.
        if is_somebody_there(turn, hub):
            watched.append(turn)
        if event := turn_event(turn, hub):
            events.append(event)
    done = [turn for turn in turns if turn.looks and turn not in watched]
    await in_database(partial(store, events, step, utc_now(), watched, done))


async def _tell_ends() -> None:
    ends, step = await in_database(partial(new_ends, utc_now()))
    rooms = await _enter([end.room for end in ends])
    events = [end_event(end, rooms.get(end.room)) for end in ends]
    await in_database(partial(store, events, step, utc_now()))


async def _enter(codes: Sequence[str]) -> dict[str, RoomHub]:
    """Return these live rooms, up to date, once they know who is there."""
    rooms: dict[str, RoomHub] = {}

    async def enter(code: str) -> None:
        hub = await current_hubs().enter(code)
        if hub is not None:
            await hub.catch_up()
            rooms[code] = hub

    if codes:
        await for_each_room(enter, list(dict.fromkeys(codes)))
        await asyncio.sleep(PRESENCE_S)
    return rooms


def turn_event(turn: NewTurn, hub: RoomHub | None) -> Event | None:
    """Return what to tell of a turn, None if it is over or nobody needs to be told."""
    state = _state_at(turn, hub)
    if hub is None or state is None:
        return None
    away = players_to_act(state) - _here(hub)
    if not away:
        return None
    subject = f"{turn.game}:{turn.deadline}"
    return Event(Notice.Kind.TURN, subject, away, _facts(turn, state), moment(turn.deadline))


def is_somebody_there(turn: NewTurn, hub: RoomHub | None) -> bool:
    """Whether to look at a turn again, because somebody who has to act is at the table."""
    state = _state_at(turn, hub)
    return hub is not None and state is not None and bool(players_to_act(state) & _here(hub))


def _state_at(turn: NewTurn, hub: RoomHub | None) -> GameState | None:
    """Return the state of a turn's game, None if the turn is over."""
    if hub is None or hub.game is None:
        return None
    state = hub.game.state
    if state.code != turn.game or state.status != "playing" or state.next_due != turn.deadline:
        return None
    return state


def _facts(turn: NewTurn, state: GameState) -> Facts:
    return Facts(
        state.variant.id,
        tuple(Person(seat.player, seat.name) for seat in state.seats),
        room=turn.room,
        game=turn.game,
        deadline=turn.deadline,
        begins=bool(state.revealing),
    )


def end_event(end: NewEnd, hub: RoomHub | None) -> Event:
    """Return what to tell about the end of a game, to players who have not seen it."""
    here = frozenset[int]() if hub is None else _here(hub)
    return end.event._replace(players=end.event.players - here)


def _here(hub: RoomHub) -> frozenset[int]:
    """Return who is surely at the table: in this process, or in one that has said so lately."""
    # If processes cannot reach each other, others may be there, too. It is better to tell them once
    # too often than not at all.
    return hub.presence.here(monotonic())[0]


def _pushes(now: datetime) -> Iterable[Waiting]:
    return [Waiting(due_pushes(now).filter(expires_at__gt=now), "next_try_at")]


JOBS = (
    Job(name="notices", run=sweep_events, due=may_have_news, lane="notifying", look=5.0),
    Job(name="people_notices", run=sweep_people, due=untold, lane="notifying", look=5.0),
    Job(name="card_notices", run=sweep_cards, due=waiting, lane="notifying", look=10.0),
    Job(
        name="appointment_notices",
        run=sweep_appointment_news,
        due=appointments_waiting,
        lane="notifying",
        look=10.0,
    ),
    Job(name="old_notices", run=sweep_old_notices, every=3600.0),
    # Several lanes, so that one slow push service does not hold up the others.
    *(
        Job(name="pushes", run=sweep_push, waiting=_pushes, lane=f"pushing {number}", repeat=True)
        for number in range(SEND_AT_ONCE)
    ),
)
