"""Play a duplicate event with simulated players in this process, in a database of its own."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from games.core.engine.events import DiceRolled
from games.core.rules import find_variant
from games.models import Session
from games.people.accounts.models import User
from games.platform.clock import monotonic, utc_now
from games.platform.database.threads import in_database
from games.record.fairness.public_log import shared_secret
from games.record.log.loading import read_events
from games.record.log.models import Game
from games.record.log.verifying import problems_of
from games.record.reveals.shared_dice import open_share
from games.site.events.tournaments import joining, standings
from games.site.events.tournaments.duplicates import rounds, starting
from games.site.events.tournaments.duplicates.jobs import PAUSE_S, DuplicateSweep
from games.site.events.tournaments.models import Tournament, TournamentEntry
from games.site.events.tournaments.scheduling import DUPLICATE_SEATS, longest
from games.tables.live.registry import Hubs, close_current_hubs, current_hubs
from workshop.lab.tournaments.duplicate_players import Tab, Times, play_seat
from workshop.lab.tournaments.measurement import own_database
from workshop.lab.tournaments.players import Figures, session_of

SHORTEST_START_S = 4.0


@dataclass(frozen=True)
class Options:
    """How many players, and for how long they think at most before each roll and box."""

    players: int
    variant: str
    think_s: float
    seed: int


def measure(options: Options) -> Figures:
    """Play the event; return what was measured."""
    with own_database():
        return asyncio.run(_measure(options))


async def _measure(options: Options) -> Figures:
    figures, times, rng = Figures(), Times(), random.Random(options.seed)
    event, ids = await in_database(partial(_open, options))
    hubs = current_hubs()
    await _join(event, ids, figures)
    hub = await hubs.tournaments.enter(event.pk)
    assert hub is not None
    tabs = {id_: Tab(id_, hubs, figures, rng, times) for id_ in ids}
    hub.listeners |= set(tabs.values())
    await asyncio.sleep(max(0.0, (event.starts_at - utc_now()).total_seconds()))
    await asyncio.sleep(starting.COMMIT_WITHIN.total_seconds())
    opened = await figures.measured("start", lambda: starting.start(event.pk, utc_now()))
    figures.games = opened
    hubs.tournaments.notify()
    work = asyncio.create_task(_work(figures, event))
    await _play(event, hubs, options, tabs, times)
    await work
    await in_database(partial(_check, event, ids, figures))
    await close_current_hubs()
    return figures


def _open(options: Options) -> tuple[Tournament, list[int]]:
    names = [f"player{number}" for number in range(options.players)]
    User.objects.bulk_create([User(username=name, name=name) for name in names])
    ids = list(User.objects.values_list("pk", flat=True))
    now = utc_now()
    expires = now + timedelta(days=1)
    Session.objects.bulk_create(
        [Session(session_key=session_of(id_), session_data="", expire_date=expires) for id_ in ids]
    )
    variant = find_variant(options.variant)
    starts_at = now + timedelta(seconds=max(SHORTEST_START_S, options.players / 25))
    event = Tournament.objects.create(
        kind="duplicate",
        name="Measurement",
        variant=variant.id,
        clock=30,
        seats=DUPLICATE_SEATS,
        share=open_share(),
        starts_at=starts_at,
        ends_at=starts_at + longest(variant, 30),
    )
    return event, ids


async def _join(event: Tournament, ids: list[int], figures: Figures) -> None:
    for id_ in ids:
        await figures.measured("join", partial(joining.join, event.pk, id_))
    await in_database(partial(joining.keep_alive, event.pk, ids))


async def _play(
    event: Tournament, hubs: Hubs, options: Options, tabs: dict[int, Tab], times: Times
) -> None:
    """Play all seats of all tables."""
    rng = random.Random(options.seed)
    codes = await in_database(lambda: list(event.rooms.values_list("code", flat=True)))
    seats = []
    for code in codes:
        room = await hubs.enter(code)
        assert room is not None
        assert room.game is not None
        for number, seat in enumerate(room.game.state.seats):
            tab = tabs[seat.player]
            # They hear what happens at their table, as browsers do.
            room.add(tab)
            own = random.Random(rng.random())
            seats.append(play_seat(room.game, number, options.think_s, own, tab.figures, times))
    await asyncio.gather(*seats)


async def _work(figures: Figures, event: Tournament) -> None:
    """What a worker does, measured, until the event is over."""
    sweep = DuplicateSweep()
    while await in_database(lambda: rounds.running().exists()):
        began = monotonic()
        changed = await sweep.sweep()
        figures.note("end of a round" if changed else "look", monotonic() - began)
        if changed:
            await figures.measured("read standings", partial(standings.read_state, event.pk))
        await asyncio.sleep(PAUSE_S)


def _check(event: Tournament, ids: list[int], figures: Figures) -> None:
    """Note whether somebody had no seat or two, other dice, or another clock."""
    event.refresh_from_db()
    games = list(Game.objects.filter(room__tournament=event))
    seated = Counter(
        player for game in games for player in game.scorecards.values_list("player_id", flat=True)
    )
    if seated != Counter(ids):
        figures.problems.append("not everybody had one seat")
    thrown: dict[tuple[int, int, int], set[int]] = {}
    for game in games:
        figures.problems.extend(problems_of(game))
        for logged in read_events(game.pk):
            if isinstance(logged.event, DiceRolled):
                _add(thrown, logged.event)
    if any(len(faces) > 1 for faces in thrown.values()):
        figures.problems.append("not everybody had the same dice")
    if event.finished_at is None or shared_secret(event.share) is None:
        figures.problems.append("the event did not end")
    entries = list(TournamentEntry.objects.filter(tournament=event))
    if any(
        entry.place is None or len(entry.totals or []) < len(event.begins or []) - 1
        for entry in entries
    ):
        figures.problems.append("standings of a round are missing")


def _add(thrown: dict[tuple[int, int, int], set[int]], roll: DiceRolled) -> None:
    for position, face in enumerate(roll.dice):
        if position not in roll.hold:
            thrown.setdefault((roll.turn, roll.roll, position), set()).add(face)
