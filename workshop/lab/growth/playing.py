"""Play planned games with the real engine and dice, without a database. Runs in child processes."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.assembly.demo.playing import play_greedily
from games.core.engine import Action, GameState, Player, decide_and_evolve, initial_state, start
from games.core.engine.actions import Abort, Reveal
from games.core.engine.events import DiceRolled, Event
from games.core.engine.fairness import SECRET_BYTES, FairDice, commitment, seal
from games.core.rules import find_variant
from games.record.audit.tally import DiceTally, Roll
from games.record.log.batches import SNAPSHOT_EVERY
from games.record.log.records import (
    BEGINNING,
    LoggedEvent,
    hashes_of,
    moment,
    position_of,
    row_of,
    snapshot_of,
)
from games.record.ratings.record_changes import Result, Seat

MS_BETWEEN_MOVES = (1500, 7000)
MAX_MOVES = 10_000
# The shortest game, Yacht alone with one roll in each turn, has 24.
MOVES_UNTIL_LEFT = (8, 24)


class PlannedGame(NamedTuple):
    """A game to play. people: id and name in seat order. at: when it starts, ms since 1970.

    number: of the room's games, from 1. ends: "finished", "aborted", or "playing" to stop in the
    middle.
    """

    id: int
    code: str
    room: int
    number: int
    variant: str
    people: tuple[tuple[int, str], ...]
    at: int
    clock: int | None
    rated: bool
    ends: str

    @property
    def first(self) -> int:
        """The seat that begins: it rotates from game to game."""
        return (self.number - 1) % len(self.people)


class PlayedGame(NamedTuple):
    """A played game. cards: position, total, place and whether resigned, for each seat.

    log: its events as lines of PostgreSQL's COPY. head: the hash of the last. result: None unless
    it is finished. seals: of its seats. ended_at: when the last event happened, ms since 1970.
    """

    plan: PlannedGame
    secret: bytes
    status: str
    due: int | None
    ended_at: int
    snapshot: str
    cards: tuple[tuple[str, int, int | None, bool], ...]
    log: str
    head: str
    events: int
    result: Result | None
    tally: DiceTally
    seals: tuple[str, ...]


def play_all(plans: Sequence[PlannedGame], seed: str) -> list[PlayedGame]:
    """Play these games. The same seed leads to the same games."""
    return [play(plan, random.Random(f"{seed}:{plan.id}")) for plan in plans]


def play(plan: PlannedGame, rng: random.Random) -> PlayedGame:
    """Play a game with sealed seeds: every die is that of its secret and its seeds."""
    secret, seeds = rng.randbytes(SECRET_BYTES), [_seed(rng) for _ in plan.people]
    seals = [
        seal(plan.code, player, salt, text)
        for (player, _), (salt, text) in zip(plan.people, seeds, strict=True)
    ]
    players = [
        Player(player, name, "", seal=its)
        for (player, name), its in zip(plan.people, seals, strict=True)
    ]
    begun = start(
        *(plan.code, find_variant(plan.variant), players, commitment(secret), plan.at),
        clock=plan.clock,
        first=plan.first,
        sealed=True,
    )
    state, log, snapshot = initial_state(begun), [LoggedEvent(1, begun, "")], ""
    dice = FairDice(
        secret, plan.code, tuple(salt + text for salt, text in seeds), None, state.variant.faces
    )
    left = MAX_MOVES if plan.ends == "finished" else rng.randrange(*MOVES_UNTIL_LEFT)
    now = plan.at
    for number in range(left):
        if state.status != "playing":
            break
        now += rng.randrange(*MS_BETWEEN_MOVES)
        seat, action = _next_move(state, seeds)
        by = f"{state.seats[seat].player}:c{number}"
        events, state = decide_and_evolve(state, seat, action, dice, now)
        log += _logged(events, len(log), by)
        if state.seq >= SNAPSHOT_EVERY and state.seq % SNAPSHOT_EVERY < len(events):
            snapshot = snapshot_of(state)
    if plan.ends == "aborted":
        events, state = decide_and_evolve(state, None, Abort("abandoned"), dice, now)
        log += _logged(events, len(log), "")
    return _played(plan, secret, state, log, snapshot, tuple(seals))


def _seed(rng: random.Random) -> tuple[str, str]:
    """Return salt and text of a seed, as browsers make them."""
    return f"{rng.getrandbits(128):032x}", f"{rng.getrandbits(64):016x}"


def _next_move(state: GameState, seeds: Sequence[tuple[str, str]]) -> tuple[int, Action]:
    """Return who acts next, and how: first everyone shows their seed."""
    if state.revealing:
        seat = state.revealing[0]
        return seat, Reveal(*seeds[seat])
    seat = state.acting[0]
    mine = state.seats[seat]
    return seat, play_greedily(mine.card, mine.turn)


def _logged(events: Sequence[Event], before: int, by: str) -> list[LoggedEvent]:
    return [LoggedEvent(seq, event, by) for seq, event in enumerate(events, before + 1)]


def _played(
    plan: PlannedGame,
    secret: bytes,
    state: GameState,
    log: Sequence[LoggedEvent],
    snapshot: str,
    seals: tuple[str, ...],
) -> PlayedGame:
    rolls = [
        Roll(line.event.seat or 0, line.event.hold, line.event.dice)
        for line in log
        if isinstance(line.event, DiceRolled)
    ]
    rows = [row_of(line) for line in log]
    hashes = hashes_of(BEGINNING, rows)
    tally = DiceTally()
    if state.status != "playing":
        tally.count_game(state.variant.faces, rolls)
    return PlayedGame(
        plan,
        secret,
        state.status,
        state.next_due,
        log[-1].event.at,
        snapshot,
        tuple(
            (position_of(seat), seat.card.total, seat.place, bool(seat.out)) for seat in state.seats
        ),
        "".join(copy_line((plan.id, *row, hash_)) for row, hash_ in zip(rows, hashes, strict=True)),
        hashes[-1],
        len(log),
        _result(plan, state, log[-1].event.at) if state.status == "finished" else None,
        tally,
        seals,
    )


def _result(plan: PlannedGame, state: GameState, at: int) -> Result:
    """Return what `read_result` reads from the log."""
    # Reading the log takes as long as playing the game. Everyone fills all their boxes; nobody
    # takes a hint or leaves.
    boxes = state.variant.rounds
    seats = tuple(
        Seat(seat.player, seat.card.total, seat.place or 0, boxes, False, clean=True)
        for seat in state.seats
    )
    return Result(plan.id, plan.variant, moment(at), plan.rated, seats, boxes)


def copy_line(row: Sequence[object]) -> str:
    """Return a row in the text format of PostgreSQL's COPY."""
    return "\t".join(_copied(value) for value in row) + "\n"


def _copied(value: object) -> str:
    if value is None:
        return "\\N"
    text = str(value).replace("\\", "\\\\")
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
