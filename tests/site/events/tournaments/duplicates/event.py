"""Duplicate events as earlier releases opened and began them, and rounds that are played there."""

import random
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F

from games.core.engine import Roll, Score
from games.core.engine.actions import Action
from games.models import (
    FairLogEntry,
    Game,
    Room,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
    User,
)
from games.platform.clock import now_ms, utc_now
from games.platform.database.threads import in_database
from games.record.log.batches import write
from games.record.log.loading import load_game
from games.record.reveals.shared_dice import open_share
from games.site.events.tournaments.duplicates.jobs import DuplicateSweep
from tests.support.clock import FakeClock
from tests.support.desk import entry_after, ignore
from tests.support.people import person
from tests.support.shared_tables import open_shared_table

ROUNDS = 12
"""Of Yacht."""
LONGEST = timedelta(minutes=10)
"""How long such an event may take."""
OPEN_WITHIN_MS = 5000
"""Between the seating and the first round."""


def duplicate(begins_in: float = 60, **differing: Any) -> Tournament:
    """An event of Yacht, which begins so many seconds from now."""
    starts_at = utc_now() + timedelta(seconds=begins_in)
    values = {"name": "Duplicate", "variant": "yacht", "clock": 30, "seats": 3, **differing}
    return Tournament.objects.create(
        kind="duplicate",
        share=open_share(),
        starts_at=starts_at,
        ends_at=starts_at + LONGEST,
        **values,
    )


def people(count: int) -> list[User]:
    return [person(f"P{number:02}") for number in range(count)]


def join(event: Tournament, *players: User, state: str = "registered") -> None:
    """Let the players join."""
    now = utc_now()
    times = {"joined_at": now, "waiting_since": now, "alive_until": now}
    for player in players:
        TournamentEntry.objects.create(tournament=event, player=player, state=state, **times)


def begin(event: Tournament, clock: FakeClock, *players: User) -> None:
    """Seat the players at as few tables as possible, at the time of the start."""
    join(event, *players, state="playing")
    clock.set_at_least(round(event.starts_at.timestamp() * 1000) + 1000)
    seat_all(event, players)


def seat_all(event: Tournament, players: Sequence[User]) -> None:
    """Seat the players, who have joined. The first round begins soon."""
    begins = now_ms() + OPEN_WITHIN_MS
    count = -(-len(players) // event.seats)
    for number in range(count):
        at_it = players[number::count]
        room = open_shared_table(
            at_it, event.variant, event.switches, event.clock, event.share, begins, event.pk
        )
        table = TournamentGame.objects.create(tournament=event, room=room, paired_at=utc_now())
        for entry in event.entries.filter(player__in=at_it).order_by("pk"):
            TournamentSeat.objects.create(game=table, entry=entry)
    event.entries.update(totals=[])
    Tournament.objects.filter(pk=event.pk).update(begins=[begins], rev=F("rev") + 1)


async def sweep(times: int = 1) -> int:
    """Let a worker look; return how many tables changed."""
    worker = DuplicateSweep()
    return sum([await worker.sweep() for _ in range(times)])


def rooms_of(event: Tournament) -> list[Room]:
    return list(Room.objects.filter(tournament=event).select_related("game").order_by("pk"))


def games_of(event: Tournament) -> list[Game]:
    return list(Game.objects.filter(room__tournament=event).order_by("pk"))


def first_round(event: Tournament, clock: FakeClock) -> None:
    """Pass the time until the round that is played has begun."""
    event.refresh_from_db()
    clock.set_at_least(begins_of(event)[-1])


def begins_of(event: Tournament) -> list[int]:
    """When each round of an event has begun."""
    assert event.begins is not None
    return list(event.begins)


def play_round(game: Game, seed: int, without: Collection[int] = ()) -> None:
    """Let every seat of a table play its round now, but for those of these players."""
    loaded = load_game(game.pk)
    rng = random.Random(seed)
    entries = []
    for seat in loaded.state.acting:
        if loaded.state.seats[seat].player in without:
            continue
        for _ in range(2):
            mine = loaded.state.seats[seat]
            action: Action = Roll(mine.turn.number, 0)
            if mine.turn.dice is not None:
                box = rng.choice(mine.card.fills(mine.turn.dice)).box
                action = Score(mine.turn.number, 1, box.category, box.column)
            entries.append(entry_after(loaded, seat, action, "", ignore, now_ms()))
            loaded.state, loaded.head = entries[-1].after, entries[-1].head
    assert write(entries) == [None] * len(entries)


async def play_rounds(event: Tournament, clock: FakeClock, count: int, seed: int = 0) -> None:
    """Play rounds at all tables, with a worker that looks after each."""
    for number in range(count):
        await in_database(lambda: first_round(event, clock))
        for game in await in_database(lambda: games_of(event)):
            await in_database(lambda: play_round(game, seed + number))  # noqa: B023 - awaited here
        await sweep()


def log_of(share: str) -> list[str]:
    """What the public log has of the dice."""
    rows = FairLogEntry.objects.filter(code=share).order_by("index")
    return list(rows.values_list("kind", flat=True))


def entries_of(event: Tournament) -> list[TournamentEntry]:
    return list(event.entries.order_by("pk"))


def totals(event: Tournament) -> dict[int, list[int] | None]:
    """The totals of each player, round by round."""
    return {entry.player_id: entry.totals for entry in entries_of(event)}
