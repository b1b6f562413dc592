"""Mistakes that the simulation has to find: each is made on purpose, and some seed must show it.

Most have been made, or nearly, where several processes or features meet.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from games.core.engine import GameState, evolve_all
from games.core.engine.actions import Action, Reveal
from games.core.engine.events import SeedRevealed
from games.core.protocol.errors import TRY_AGAIN, ErrorCode, Refused
from games.core.protocol.events import Event
from games.platform.database import bulk
from games.record.log import batches
from games.record.log.batches import Conflict
from games.record.log.records import LoggedEvent, snapshot_of
from games.tables.live import game as live_game
from games.tables.live.game import LiveGame, Retrying
from games.tables.live.game_news import Advance
from games.tables.live.process_hints import MAX_EVENTS, GameAdvanced
from games.tables.live.registry import Hubs
from games.tables.live.room import RoomHub
from games.tables.sockets import room_connection

Mutant = Callable[[ExitStack], None]


def merge_a_gap(stack: ExitStack) -> None:
    """Merge hints that are not contiguous, and check only the first of their events."""

    def after(self: GameAdvanced, earlier: GameAdvanced) -> GameAdvanced:
        newest = max(earlier, self, key=lambda hint: (hint.game, hint.seq))
        known = {row.seq: row for row in (*earlier.events, *self.events)}
        events = tuple(known[seq] for seq in sorted(known)[-MAX_EVENTS:])
        return msgspec.structs.replace(newest, events=events)

    stack.enter_context(patch.object(GameAdvanced, "after", after))
    _trust_hints(stack)


def _trust_hints(stack: ExitStack) -> None:
    def take_over(self: LiveGame, hint: GameAdvanced) -> bool:
        newer = [row for row in hint.events if row.seq > self.state.seq]
        if self.turn.locked() or not newer or newer[0].seq != self.state.seq + 1:
            return False
        logged = [row.logged() for row in newer]
        after = evolve_all(self.state, (each.event for each in logged))
        self._advance(after, logged, newer, hint.head, own=False)
        return True

    stack.enter_context(patch.object(LiveGame, "take_over", take_over))


def adopt_a_hint_of_another_game(stack: ExitStack) -> None:
    """Adopt events whatever game of the room they are of."""

    def differs(self: LiveGame, hint: GameAdvanced) -> bool:
        return hint.seq > self.state.seq

    stack.enter_context(patch.object(LiveGame, "differs", differs))
    _trust_hints(stack)


def show_before_the_commit(stack: ExitStack) -> None:
    """Show an event when it is decided."""
    commit = LiveGame._commit

    async def show(
        self: LiveGame, game: Any, events: Any, after: GameState, by: str, at: float
    ) -> Any:
        logged = [
            LoggedEvent(seq, event, by) for seq, event in enumerate(events, self.state.seq + 1)
        ]
        before = self.state
        self._loaded.recent.extend(logged)
        game.state = after
        self._hub.show_advance(self, Advance(before, after, logged, self.recent, ()), False)
        game.state = before
        del self._loaded.recent[-len(logged) :]
        return await commit(self, game, events, after, by, at)

    stack.enter_context(patch.object(LiveGame, "_commit", show))


def forget_a_command(stack: ExitStack) -> None:
    """Do not look whether a command was done already."""

    async def find(code: str, by: str) -> int | None:
        return None

    stack.enter_context(patch.object(live_game, "find_earlier_answer", find))
    stack.enter_context(patch.object(room_connection, "find_earlier_answer", find))
    stack.enter_context(patch.object(LiveGame, "_remember", lambda self, events: None))


def skip_the_pause(stack: ExitStack) -> None:
    """Begin the next round at once."""
    stack.enter_context(patch("games.core.engine.decide.SHOW_MS", 0))


def show_a_hidden_die(stack: ExitStack) -> None:
    """Show the events of others in a round as they come."""

    def visible(
        state: GameState, logged: Sequence[LoggedEvent], viewer: int | None, first: int
    ) -> tuple[Event, ...]:
        return tuple(
            each._replace(seq=seq).message(state.seats, each.seq)
            for seq, each in enumerate(logged, first)
        )

    stack.enter_context(patch("games.tables.live.game_news.visible", visible))


def keep_an_older_snapshot(stack: ExitStack) -> None:
    """Store the state before the newest event as that after it."""

    def row(entry: batches.Entry) -> tuple[Any, ...]:
        return (entry.game_id, snapshot_of(entry.before._replace(seq=entry.after.seq)))

    stack.enter_context(patch.object(batches, "_snapshot_row", row))


def lose_a_reload(stack: ExitStack) -> None:
    """Do not read a log again that differs from what is known, nor after a conflict."""
    prepare = LiveGame._prepare_again

    async def reload(self: LiveGame, own: bool = False) -> None:
        return

    async def only_pause(self: LiveGame, failure: Exception, retrying: Retrying) -> None:
        if isinstance(failure, Conflict):
            await retrying.pause_after_conflict()
        else:
            await prepare(self, failure, retrying)

    stack.enter_context(patch.object(LiveGame, "_reload", reload))
    stack.enter_context(patch.object(LiveGame, "_prepare_again", only_pause))


def busy_after_a_commit(stack: ExitStack) -> None:
    """Refuse some commands that are done."""
    decide = LiveGame._decide_and_commit
    calls = iter(range(10**9))

    async def refuse(self: LiveGame, seat: int | None, action: Action, by: str) -> int:
        done = await decide(self, seat, action, by)
        if by and next(calls) % 20 == 19:
            raise Refused(ErrorCode.BUSY, TRY_AGAIN)
        return done

    stack.enter_context(patch.object(LiveGame, "_decide_and_commit", refuse))


def accept_another_seed(stack: ExitStack) -> None:
    """Do not compare a seed with its seal."""

    def reveal(state: GameState, seat: int, action: Reveal, now: int) -> SeedRevealed:
        return SeedRevealed(seat, now, action.salt, action.text)

    stack.enter_context(patch("games.core.engine.decide._reveal", reveal))


def write_without_comparing(stack: ExitStack) -> None:
    """Advance a game whatever its newest event is, and write over what is there."""

    marks = bulk._with_marks

    def with_marks(sql: str) -> str:
        sql = sql.replace('games_game."head" = new."expected"', "TRUE")
        return marks(sql.replace("INSERT INTO", "INSERT OR REPLACE INTO"))

    stack.enter_context(patch.object(bulk, "_with_marks", with_marks))


def decide_on_what_was_forgotten(stack: ExitStack) -> None:
    """Go on with the state from before a reload."""
    replace = LiveGame._replace

    def keep(self: LiveGame, loaded: Any, own: bool) -> None:
        before = self._loaded
        replace(self, loaded, own)
        if loaded.state.seq > before.state.seq + 1:
            before.head = loaded.head
            self._loaded = before

    stack.enter_context(patch.object(LiveGame, "_replace", keep))


def forget_before_showing(stack: ExitStack) -> None:
    """Show what is left of a log after its oldest events were forgotten."""
    replace = LiveGame._replace

    def forget(self: LiveGame, loaded: Any, own: bool) -> None:
        show = self._hub.show_advance

        def show_less(game: Any, advance: Advance | None, is_own: bool) -> None:
            if advance is not None:
                left = list(self._loaded.recent)[advance.before.seq :]
                advance = advance._replace(events=left)
            show(game, advance, is_own)

        with patch.object(self._hub, "show_advance", show_less):
            replace(self, loaded, own)

    stack.enter_context(patch.object(LiveGame, "_replace", forget))


def trust_one_process(stack: ExitStack) -> None:
    """Refuse a command for a game that this process has not heard of, without looking."""
    ask = room_connection.RoomConnection.request_action

    async def refuse(self: Any, code: str, action: Action, id_: str | None) -> int:
        if self.hub.game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not started yet.")
        return await ask(self, code, action, id_)

    stack.enter_context(patch.object(room_connection.RoomConnection, "request_action", refuse))


def refuse_without_asking(stack: ExitStack) -> None:
    """Refuse a start without somebody whom this process has not heard of, without asking."""

    async def find(self: Hubs, hub: RoomHub) -> frozenset[int] | None:
        return hub.connected()

    stack.enter_context(patch.object(Hubs, "find_connected", find))


MUTANTS: dict[str, Mutant] = {
    made.__name__: made
    for made in (
        merge_a_gap,
        adopt_a_hint_of_another_game,
        show_before_the_commit,
        forget_a_command,
        skip_the_pause,
        show_a_hidden_die,
        keep_an_older_snapshot,
        lose_a_reload,
        busy_after_a_commit,
        accept_another_seed,
        write_without_comparing,
        decide_on_what_was_forgotten,
        forget_before_showing,
        trust_one_process,
        refuse_without_asking,
    )
}


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """Make a mistake until the block ends. "": none."""
    with ExitStack() as stack:
        if name:
            MUTANTS[name](stack)
        yield
