"""Verifies stored games: replays logs, throws every die again, and compares the caches.

The worker verifies every game that ends, so one replay of a log serves all comparisons.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError, InterfaceError

from games.core.engine import (
    GameState,
    SeatState,
    Turn,
    evolve,
    initial_state,
    is_long,
    replay,
    seen,
)
from games.core.engine.decide import places
from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    GameAborted,
    GameCancelled,
    GameFinished,
    GameStarted,
    RoundRevealed,
    SeedRevealed,
)
from games.core.engine.fairness import FairDice, commitment, seal
from games.core.rules import Box, Variant
from games.platform.database.bulk import bulk
from games.platform.database.prepared import fetch
from games.record.fairness.public_log import shared_secret
from games.record.fairness.secrets import UnreadableSecret, secret_from
from games.record.log.loading import HashedRow, all_rows_query, dice_of, logs_of, read_rows
from games.record.log.models import Game
from games.record.log.records import (
    BEGINNING,
    UNCHAINED,
    BrokenLog,
    LoggedEvent,
    head_after,
    moment,
    position_of,
    state_of,
)

ENDS = (GameFinished, GameAborted, GameCancelled)


class Unreadable(Exception):
    """A log that no version of the site can have written."""


class WrongDice(Exception):
    """A log shows other dice than those of its secret and seeds."""


def problems_of(game: Game) -> list[str]:
    """Return what is wrong with a stored game, in words; an empty list for nothing."""
    found = problems_of_all([game])[game.pk]
    return [str(found)] if isinstance(found, UnreadableSecret) else found


def problems_of_all(games: Sequence[Game]) -> dict[int, list[str] | UnreadableSecret]:
    """Return what is wrong with each of these games. One whose secret cannot be read maps to the
    error.

    Makes four queries in one round trip, and one for each replay. Raises Django's database errors.
    """
    ids = [game.pk for game in games]
    others = (SNAPSHOTS, SECRETS, CARDS)
    queries = [(each.sql, [each.parameter([(id_,) for id_ in ids])]) for each in others]
    rows, snapshots, secrets, cards = fetch([all_rows_query(ids), *queries])
    logs = logs_of(ids, rows)
    kept = {id_: str(text) for id_, text in snapshots}
    stored = {id_: bytes(secret) for id_, secret in secrets}
    found: dict[int, list[str] | UnreadableSecret] = {}
    for game in games:
        record = _Record(
            logs[game.pk],
            kept.get(game.pk, ""),
            stored.get(game.pk),
            [_Card(*card) for id_, *card in cards if id_ == game.pk],
        )
        try:
            found[game.pk] = _problems(game, record)
        except UnreadableSecret as error:
            found[game.pk] = error
    return found


# Each row names a game.
SNAPSHOTS = bulk(
    'SELECT snapshot."game_id", snapshot."state" FROM {new} JOIN games_gamesnapshot AS snapshot'
    ' ON snapshot."game_id" = new."game_id"',
    {"game_id": "bigint"},
)
SECRETS = bulk(
    'SELECT game."id", dice."secret" FROM {new} JOIN games_game AS game ON game."id" ='
    ' new."game_id" JOIN games_dicesecret AS dice ON dice."code" = COALESCE(game."share",'
    ' game."code")',
    {"game_id": "bigint"},
)
CARDS = bulk(
    'SELECT card."game_id", card."seat", card."total", card."place", card."resigned",'
    ' card."position" FROM {new} JOIN games_scorecard AS card ON card."game_id" = new."game_id"',
    {"game_id": "bigint"},
)


class _Card(NamedTuple):
    """A scorecard as it is stored."""

    seat: int
    total: int
    place: int | None
    resigned: bool
    position: str


class _Record(NamedTuple):
    """All that is stored of a game beside its row. `snapshot`: "" for none. `secret`: as it is
    stored, None if it is not.
    """

    rows: Sequence[HashedRow]
    snapshot: str
    secret: bytes | None
    cards: Sequence[_Card]


def _problems(game: Game, record: _Record) -> list[str]:
    """Return the problems of a game. Raises UnreadableSecret, and Django's database errors."""
    if record.secret is None:
        return ["the secret of the dice is not stored"]
    try:
        log = _log_of_rows(record.rows, game.head)
        snapshot = _Snapshot.read(record.snapshot)
        walk = _walk(log, snapshot.seq)
        events = [logged.event for logged in log]
        return [
            *_dice_problems(events, walk.state, _secret(record.secret, game, events)),
            *seal_problems(events),
            *replay_problems(events[0]),
            *walk.problems,
            *_row_problems(game, record.cards, events[0], walk.state),
            *snapshot.problems(walk),
        ]
    except Unreadable as unreadable:
        return [str(unreadable)]
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:  # a tampered row can raise anything
        return [f"the record cannot be verified: {error!r}"]


def _secret(stored: bytes, game: Game, events: Sequence[Event]) -> bytes:
    """Return the stored secret of a game, or the revealed one if its key is missing. Raises
    UnreadableSecret.
    """
    try:
        return secret_from(game.share or game.code, stored)
    except UnreadableSecret:
        end = events[-1]
        # The commitment proves a revealed secret just as well.
        revealed = end.secret if isinstance(end, ENDS) else ""
        revealed = revealed or (shared_secret(game.share) if game.share else None) or ""
        if not revealed:
            raise
        return bytes.fromhex(revealed)


def read_log(game_id: int, head: str | None = None) -> list[LoggedEvent]:
    """Return a whole log. `head`: the hash that its last event must have, or None for any.

    Raises Unreadable if an event is missing or does not follow from those before it, or if it is
    not the log of a game.
    """
    log = _log_of_rows(read_rows(game_id), head)
    _walk(log)
    return log


def _log_of_rows(rows: Sequence[HashedRow], head: str | None) -> list[LoggedEvent]:
    """Return the log in these rows, with this last hash. Raises Unreadable."""
    try:
        found = head_after(BEGINNING if rows and rows[0][1] else UNCHAINED, 0, rows)
    except BrokenLog as broken:
        raise Unreadable(f"the log is broken: {broken}") from broken
    if head is not None and found != head:
        raise Unreadable("the last event is not the one that the game names as its newest")
    try:
        log = [row.logged() for row, _ in rows]
    except Exception as error:  # a tampered row can raise anything
        raise Unreadable(f"the log cannot be read: {error!r}") from error
    if not log or not isinstance(log[0].event, GameStarted):
        raise Unreadable("the log does not begin with game.started")
    return log


class _Walk(NamedTuple):
    """A replayed log: the state at its end, the state after the event asked for (None if there is
    no such event), and the rolls and boxes that break the rules.
    """

    state: GameState
    asked: GameState | None
    problems: list[str]


def _walk(log: Sequence[LoggedEvent], asked: int = 0) -> _Walk:
    """Replay a log, and keep the state after event `asked`. Check every roll and box if the game
    was played with today's rules. Raises Unreadable.
    """
    start = log[0].event
    assert isinstance(start, GameStarted)
    problems: list[str] = []
    try:
        state = initial_state(start)
        kept = state if asked == 1 else None
        has_rules = state.variant.version == start.rules
        for seq, event, _ in log[1:]:
            if has_rules:
                problems += _event_problems(state, event)
            state = evolve(state, event)
            if seq == asked:
                kept = state
    except Exception as error:  # a tampered event can raise anything
        raise Unreadable(f"the log cannot be replayed: {error!r}") from error
    return _Walk(state, kept, problems)


def checked_dice(log: Sequence[Event], secret: bytes) -> FairDice:
    """Return the dice of a game with this log and secret. Raises WrongDice if any die that the log
    shows differs from them.
    """
    state = replay(log)
    for problem in _dice_problems(log, state, secret):
        raise WrongDice(problem)
    return dice_of(state, secret)


def dice_problems(events: Sequence[Event], secret: bytes) -> list[str]:
    """Compare every die of a log, and the revealed secret, with the committed one."""
    return list(_dice_problems(events, replay(events), secret))


def _dice_problems(events: Sequence[Event], state: GameState, secret: bytes) -> Iterator[str]:
    """`state`: at the end of the log, because seeds may come after its first event."""
    start = events[0]
    assert isinstance(start, GameStarted)
    throw = dice_of(state, secret).throw
    if commitment(secret) != start.commitment:
        yield "the secret is not the one that was committed to"
    lying: dict[tuple[int | None, int], tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, DiceRolled):
            before = lying.get((event.seat, event.turn), ())
            for position, face in enumerate(event.dice):
                if position in event.hold and before:
                    expected = before[position]
                else:
                    assert event.seat is not None
                    expected = throw(event.seat, event.turn, event.roll, position)
                if face != expected:
                    yield (
                        f"seat {event.seat}, turn {event.turn}, roll {event.roll}: die "
                        f"{position + 1} shows {face}, but {expected} fell"
                    )
            lying[event.seat, event.turn] = event.dice
        elif isinstance(event, ENDS) and event.secret != ("" if start.share else secret.hex()):
            yield "the revealed secret is not the stored one"


def seal_problems(events: list[Event]) -> Iterator[str]:
    """Compare every revealed seed with its seal, and check that no roll comes before it."""
    start = events[0]
    assert isinstance(start, GameStarted)
    if start.scheme:
        yield from _known_seed_problems(start)
    waiting = {seat for seat, each in enumerate(start.seats) if not each.get("known", True)}
    for event in events[1:]:
        if isinstance(event, SeedRevealed):
            yield from _reveal_problems(start, event, waiting)
            waiting.discard(-1 if event.seat is None else event.seat)
        elif isinstance(event, GameCancelled):
            if not event.withheld or not waiting.issuperset(event.withheld):
                yield f"cancelled for seats {event.withheld}, but {sorted(waiting)} were waited for"
        elif waiting and not isinstance(event, GameAborted):
            yield f"{event.type} before all seeds were shown"


def _known_seed_problems(start: GameStarted) -> Iterator[str]:
    for number, seat in enumerate(start.seats):
        if seat.get("bot") or not seat["known"]:
            continue
        if seat["seal"] != seal(start.code, seat["player"], seat["salt"], seat["seed"]):
            yield f"seat {number}: the seal is not that of the seed"


def _reveal_problems(start: GameStarted, event: SeedRevealed, waiting: set[int]) -> Iterator[str]:
    if event.seat not in waiting:
        yield f"seat {event.seat} shows a seed that nobody waits for"
        return
    seat = start.seats[event.seat]
    if seat["seal"] != seal(start.code, seat["player"], event.salt, event.seed):
        yield f"seat {event.seat}: the seed is not the one that was sealed"


def replay_problems(start: Event) -> Iterator[str]:
    """Compare what a replay says about the original game with the original log."""
    assert isinstance(start, GameStarted)
    again = initial_state(start).replay
    if again is None:
        return
    older = Game.objects.filter(code=again.game, status=Game.Status.FINISHED).first()
    if older is None:
        yield f"the dice are those of {again.game}, which is no finished game"
        return
    log = [logged.event for logged in read_log(older.pk)]
    first, end = log[0], log[-1]
    assert isinstance(first, GameStarted)
    seeds = replay(log).seeds
    totals = end.totals if isinstance(end, GameFinished) else ()
    theirs = (first.commitment, seeds, totals[again.seat : again.seat + 1])
    if theirs != (start.commitment, again.seeds, (again.total,)):
        yield f"the dice are said to be those of {again.game}, which had others"


def rule_problems(log: Sequence[LoggedEvent]) -> list[str]:
    """Check every roll and box of a log, if the game was played with today's rules."""
    return _walk(log).problems


def _event_problems(state: GameState, event: Event) -> Iterator[str]:
    for problem in _breaches(state, event):
        yield f"seat {event.seat}, turn {getattr(event, 'turn', '-')}: {problem}"


def _breaches(state: GameState, event: Event) -> Iterator[str]:
    if state.status != "playing":
        yield f"{event.type} after the end"
    elif isinstance(event, GameFinished):
        totals = tuple(seat.card.total for seat in state.seats)
        if (event.totals, event.places) != (totals, places(state)):
            yield f"the result should be {totals} and places {places(state)}"
    elif isinstance(event, RoundRevealed):
        if not (_is_round_over(state) or _is_repeated(state, event)):
            yield f"round {event.round} is revealed although it is not over"
    elif isinstance(event, (DiceRolled, BoxScored)):
        if event.seat not in state.acting or event.turn != state.seats[event.seat].turn.number:
            yield f"{event.type} out of turn"
        elif isinstance(event, DiceRolled):
            yield from _roll_problems(state.variant, state.seats[event.seat].turn, event)
        else:
            yield from _box_problems(state.seats[event.seat], event)


def _is_round_over(state: GameState) -> bool:
    """Whether nobody has to act in the round, or all but one have resigned, which ends the game."""
    left = sum(not seat.out for seat in state.seats)
    return state.round is not None and (not state.acting or (left == 1 < len(state.seats)))


def _is_repeated(state: GameState, event: RoundRevealed) -> bool:
    """Whether the event only moves the beginning of a round in which nobody has rolled yet."""
    seats = state.seats
    is_next = all(seat.turn.number == event.round + 1 and not seat.turn.rolls for seat in seats)
    return bool(state.share) and is_next


def _roll_problems(variant: Variant, turn: Turn, event: DiceRolled) -> Iterator[str]:
    if event.roll != turn.rolls + 1 or event.roll > turn.most_rolls(variant):
        yield f"roll {event.roll} after {turn.rolls}"
    if len(event.dice) != variant.dice_count:
        yield f"roll {event.roll} shows {len(event.dice)} dice"
    if event.hold and turn.dice is None:
        yield "dice held before the first roll"


def _box_problems(seat: SeatState, event: BoxScored) -> Iterator[str]:
    try:
        box = Box(event.column, event.category)
        fill = seat.card.outcome(box, seat.turn.dice or (), seat.turn.rolls)
    except ValueError as error:
        yield f"{event.category} must not be filled: {error}"
        return
    if (fill.points, fill.bonus, fill.joker) != (event.points, event.bonus, event.joker):
        yield f"{event.category} is worth {fill.points} + {fill.bonus}, not {event.points}"


def _row_problems(
    game: Game, stored_cards: Iterable[_Card], start: Event, state: GameState
) -> Iterator[str]:
    """Compare the game's row and its scorecards with the start and the end of the log."""
    assert isinstance(start, GameStarted)
    row = (game.code, game.variant, game.mode, game.share or "")
    if row != (start.code, start.variant, start.mode, start.share):
        yield f"the row says {row}, but the log is of another game"
    due = None if state.next_due is None else moment(state.next_due)
    # The worker waits for players on holiday.
    waits = is_long(state.clock) and None not in (game.deadline, due)
    if game.status != state.status or (game.deadline != due and not waits):
        yield f"the row says {game.status}, due {game.deadline}; the log {state.status}, due {due}"
    cards = {card.seat: card for card in stored_cards}
    seats = seen(state, None).seats
    if sorted(cards) != list(range(len(seats))):
        yield f"there are scorecards of the seats {sorted(cards)}, but {len(seats)} seats"
        return
    for number, seat in enumerate(seats):
        card = cards[number]
        stored: tuple[Any, ...] = (card.total, card.place, bool(card.resigned))
        if stored != (seat.card.total, seat.place, bool(seat.out)):
            yield f"scorecard {number} says {stored}"
        if position_of(seat).split()[1] != card.position.split()[1]:
            yield f"scorecard {number} has other boxes than the log"


class _Snapshot(NamedTuple):
    """The snapshot of a game: its state (None without a snapshot), or why it cannot be read."""

    state: GameState | None
    error: str = ""

    @classmethod
    def read(cls, text: str) -> "_Snapshot":
        """Return the snapshot stored as `text`, "" for none."""
        try:
            return cls(state_of(text) if text else None)
        except Exception as error:  # a tampered snapshot can raise anything
            return cls(None, f"the snapshot cannot be read: {error!r}")

    @property
    def seq(self) -> int:
        """The number of the last event in the snapshot, 0 without a snapshot."""
        return 0 if self.state is None else self.state.seq

    def problems(self, walk: _Walk) -> Iterator[str]:
        """Compare it with the log, which was walked up to `seq`."""
        if self.error:
            yield self.error
        elif self.state is not None and self.state != walk.asked:
            yield f"the snapshot at {self.seq} is not what the log leads to"
