"""Play games through the store, without rooms: each action becomes an entry of the appender."""

import random
from collections.abc import Callable, Sequence

from games.core.engine import Resign, Roll, Score, decide, evolve_all
from games.core.engine.actions import Action
from games.models import Game, GameEvent
from games.record.log.batches import SNAPSHOT_EVERY, Entry, entry_of, write
from games.record.log.loading import LoadedGame, load_game
from games.record.log.records import BEGINNING, EventRow
from tests.support.people import START


def ignore(_: Exception | None) -> None:
    """Nobody waits for this entry."""


def entry_for(
    game: Game,
    seat: int | None,
    action: Action,
    by: str = "",
    done: Callable[[Exception | None], None] = ignore,
    now: int = START,
) -> Entry:
    """What the action leads to in the game as it is stored now."""
    loaded = load_game(game.pk)
    return entry_after(loaded, seat, action, by, done, now)


def entry_after(
    loaded: LoadedGame,
    seat: int | None,
    action: Action,
    by: str,
    done: Callable[[Exception | None], None],
    now: int,
) -> Entry:
    """What the action leads to in a game in memory."""
    state = loaded.state
    events = decide(state, seat, action, loaded.dice, now)
    return entry_of(loaded, events, evolve_all(state, events), by, done)


def unchain(game: Game) -> None:
    """Make the game one that began before logs were chained."""
    Game.objects.filter(pk=game.pk).update(head="")
    GameEvent.objects.filter(game=game).update(hash="")


def rechain(game: Game) -> None:
    """Give the events of a game the hashes that follow from what they say now."""
    head = BEGINNING
    for event in GameEvent.objects.filter(game=game).order_by("seq"):
        row = EventRow(event.seq, event.type, event.seat, event.at, event.data, event.by)
        head = event.hash = row.hash_after(head)
        event.save()
    Game.objects.filter(pk=game.pk).update(head=head)


def act(game: Game, seat: int | None, action: Action, by: str = "", now: int = START) -> None:
    assert write([entry_for(game, seat, action, by, now=now)]) == [None]


def play(
    game: Game,
    turns: int,
    rng: random.Random,
    now: int = START,
    resigns: tuple[int, int] | None = None,
) -> None:
    """Play `turns` turns (each of one roll and one box), or to the end.

    `resigns`: a seat, and after which of its turns.
    """
    loaded = load_game(game.pk)
    entries = []
    for _ in range(2 * turns):
        if loaded.state.status != "playing":
            break
        seat = loaded.state.acting[0]
        mine = loaded.state.seats[seat]
        action: Action = Roll(mine.turn.number, 0)
        if resigns == (seat, mine.turn.number - 1):
            action = Resign()
        elif mine.turn.dice is not None:
            box = rng.choice(mine.card.fills(mine.turn.dice)).box
            action = Score(mine.turn.number, 1, box.category, box.column)
        # In rounds nobody may roll before the round begins.
        at = max(now, mine.turn.started_at or 0)
        entries.append(entry_after(loaded, seat, action, "", ignore, at))
        loaded.state, loaded.head = entries[-1].after, entries[-1].head
    write_at_once(entries)


def write_at_once(entries: Sequence[Entry]) -> None:
    """Write what follows on each other in one game with few statements: up to each snapshot."""
    groups: list[list[Entry]] = [[]]
    for entry in entries:
        groups[-1].append(entry)
        if any(row.seq % SNAPSHOT_EVERY == 0 for row in entry.rows):
            groups.append([])
    for first, *more in filter(None, groups):
        last = [first, *more][-1]
        logged = tuple(each for entry in (first, *more) for each in entry.logged)
        whole = Entry(
            first.game_id, first.expected, logged, first.before, last.after, ignore, last.decided_at
        )
        assert write([whole]) == [None]
