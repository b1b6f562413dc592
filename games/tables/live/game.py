"""One live game: its newest state in memory, actions one at a time, and new events of its log. An
action that the log did not take is decided again, a few times.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from games.core.engine import (
    GameState,
    IllegalAction,
    decide_and_evolve,
    evolve_all,
    replay,
    seen,
)
from games.core.engine.actions import Action
from games.core.engine.events import Event
from games.core.protocol.errors import TRY_AGAIN, ErrorCode, Refused
from games.core.protocol.room_messages import Selection
from games.platform import metrics
from games.platform.clock import monotonic, now_ms
from games.platform.database.threads import in_database
from games.record.log.appender import Appender
from games.record.log.batches import StoreUnavailable, entry_of
from games.record.log.loading import LoadedGame, find_answer, find_number, load_game, read_rows
from games.record.log.records import BrokenLog, EventRow, LoggedEvent, hashes_of, head_after, row_of
from games.tables.live import game_news
from games.tables.live.game_news import Advance, last_reveal, number_seen
from games.tables.live.process_hints import MAX_EVENTS, GameAdvanced

# How often an action is tried while the database takes nothing, and the pause before each try.
TRIES = 5
RETRY_S = 0.2
# How long an action waits for its turn while other processes write to the same game. It is tried
# as often as before in any case, for a machine so busy that each try takes long.
TURN_S = 1.0
# The longest pause after the second conflict; it doubles with each further one, up to the most.
FIRST_PAUSE_S, MOST_PAUSE_S = 0.008, 0.1

draw = random.random
"""Returns a number from 0 to 1: how much of a pause is taken."""

logger = logging.getLogger(__name__)

# After a client claims events that the log does not have, such claims are ignored for this long.
IGNORE_CLAIMS_S = 1.0


class Retrying:
    """The failures of one action. Created with the first of them."""

    def __init__(self) -> None:
        self._until = monotonic() + TURN_S
        self._failures = 0
        self._conflicts = 0

    @property
    def is_over(self) -> bool:
        tried = self._failures + self._conflicts
        return self._failures >= TRIES or (tried >= TRIES and monotonic() >= self._until)

    async def pause_after_failure(self) -> None:
        self._failures += 1
        await asyncio.sleep(RETRY_S)

    async def pause_after_conflict(self) -> bool:
        """Wait while other processes write. Return whether it was the first time."""
        self._conflicts += 1
        # One conflict is common, and the winner is done. Only when several processes write on and
        # on, each has to leave the others time to read the log and write.
        if self._conflicts > 1:
            longest = min(FIRST_PAUSE_S * 2 ** (self._conflicts - 2), MOST_PAUSE_S)
            await asyncio.sleep(draw() * longest)
        return self._conflicts == 1


class GameHub(Protocol):
    """The room of a game, as the game sees it."""

    def check_action(self, state: GameState, action: Action) -> None:
        """Raise Refused for what the room does not allow now."""
        ...

    def show_advance(self, game: "LiveGame", advance: Advance | None, own: bool) -> None:
        """Show what is new; None: show the whole game again, because what was shown was wrong.
        `own`: this process may have written it.
        """
        ...

    def note_failure(self) -> None:
        """Note that the database could not be written or read."""
        ...


class LiveGame:
    """A game of this process. Only committed events are visible."""

    def __init__(self, loaded: LoadedGame, appender: Appender, hub: GameHub) -> None:
        self.selection: Selection | None = None
        # Held while an action is decided and committed, and while the log is read.
        self.turn = asyncio.Lock()
        self._loaded = loaded
        self._appender = appender
        self._hub = hub
        # The seq that each recent command led to.
        self._answers: dict[str, int] = {}
        self._ignore_claims_until = -IGNORE_CLAIMS_S
        self._remember(loaded.recent)

    @property
    def id(self) -> int:
        return self._loaded.id

    @property
    def state(self) -> GameState:
        """The newest committed state that this process knows."""
        return self._loaded.state

    @property
    def head(self) -> str:
        """The hash of the newest event, computed from all events that this process has applied."""
        return self._loaded.head

    @property
    def recent(self) -> Sequence[LoggedEvent]:
        """The newest events, in order."""
        return self._loaded.recent

    def bot_draw(self, seat: int) -> float:
        """Return the uniform number (0 to 1) for what a bot in this seat does next."""
        turn = self.state.seats[seat].turn
        return self._loaded.dice.bot_draw(seat, turn.number, turn.rolls)

    def seq_for(self, viewer: int | None) -> int:
        """Return how many events the player in this seat, or a spectator (None), has seen."""
        return seen(self.state, viewer).seq

    # Actions

    async def submit(self, seat: int | None, action: Action, by: str) -> int:
        """Decide and commit `action`. Return the seq that it led to.

        `seat` is None for the server's own actions. `by` is the command's id, "" for the server's
        own: a command that is sent again is not done again, and gets its first seq. In rounds the
        seq is the number under which the seat's player saw the event. Raises IllegalAction and
        Refused (for example with "busy").
        """
        try:
            async with self.turn:
                done = await self._decide_and_commit(seat, action, by)
        except (IllegalAction, Refused) as refusal:
            if refusal.code == ErrorCode.BUSY:
                raise
            # Look for the answer without the lock: anyone who sends illegal commands must not delay
            # the players.
            earlier = await find_earlier_answer(self.state.code, by)
            if earlier is None:
                raise
            done = earlier
            if done > self.state.seq:
                await self.catch_up()
        return await self._as_seen(done, seat)

    async def _as_seen(self, seq: int, seat: int | None) -> int:
        """Return the number under which the seat's player saw an event."""
        state = self.state
        if seat is None or state.mode == "turns":
            return seq
        log = [each for each in self.recent if each.seq <= seq]
        number = number_seen(log, seat, last_reveal(state))
        if number is None:
            player = state.seats[seat].player
            number = await in_database(lambda: find_number(state.code, seq, player))
        return number

    async def _decide_and_commit(self, seat: int | None, action: Action, by: str) -> int:
        """The caller holds the lock."""
        retrying: Retrying | None = None
        # The last try may have been committed before the connection broke, so look after it, too.
        while (done := self._answers.get(by)) is None:
            if retrying is not None and retrying.is_over:
                raise Refused(ErrorCode.BUSY, TRY_AGAIN)
            # No await until the commit: the state decided on and its hash must belong together.
            game = self._loaded
            self._hub.check_action(game.state, action)
            now, decided_at = now_ms(), monotonic()
            events, after = decide_and_evolve(game.state, seat, action, game.dice, now)
            if not events:
                return after.seq
            failure = await self._commit(game, events, after, by, decided_at)
            if failure is None:
                return after.seq
            retrying = retrying or Retrying()
            await self._prepare_again(failure, retrying)
        return done

    async def _prepare_again(self, failure: Exception, retrying: Retrying) -> None:
        # own=True: if the connection broke after the commit, the newest events are ours.
        if isinstance(failure, StoreUnavailable):
            self._hub.note_failure()
            await retrying.pause_after_failure()
            await self._read_new_events(own=True)
            return
        if await retrying.pause_after_conflict():
            # A refused process drops its state, and replays the log.
            await self._reload(own=True)
            return
        # If others were faster once more, only what is new is read: the next try must not be late.
        known = self.state.seq
        await self._read_new_events(own=True)
        if self.state.seq == known:
            await self._reload(own=True)

    async def _commit(
        self,
        game: LoadedGame,
        events: tuple[Event, ...],
        after: GameState,
        by: str,
        decided_at: float,
    ) -> Exception | None:
        """Wait until the events are in the database (None) or refused (the error)."""
        before = game.state
        outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def on_outcome(failure: Exception | None) -> None:
            # Not after `await outcome`: that is cancelled when the socket that asked is closed.
            if not outcome.done():
                # Set first, so that the mover's ack leaves together with the update, in one write.
                outcome.set_result(failure)
            if failure is None and self.state is before:
                self._advance(after, logged, rows, head, own=True)

        entry = entry_of(game, events, after, by, on_outcome, decided_at)
        # The closure uses these, not `entry`: the two would form a reference cycle.
        logged, rows, head = entry.logged, entry.rows, entry.head
        self._appender.append(entry)
        return await outcome

    def _advance(
        self,
        after: GameState,
        logged: Sequence[LoggedEvent],
        rows: Sequence[EventRow],
        head: str,
        own: bool,
    ) -> None:
        """Adopt committed events. `rows`: the same as rows. `head`: the hash of the last one."""
        game, before = self._loaded, self.state
        if after.seeds is not game.state.seeds and after.replay is None:
            game.dice = game.dice.with_seeds(after.seeds)
        game.state, game.head = after, head
        game.recent.extend(logged)
        self._forget_old(last_reveal(before))
        self._remember(logged)
        self.selection = None
        self._hub.show_advance(self, Advance(before, after, logged, game.recent, rows), own)

    def _forget_old(self, shown: int) -> None:
        """Keep the newest events. `shown`: the seq of the newest that everybody has seen."""
        # Keep all events since then, however many: the reveal of the round shows them.
        del self._loaded.recent[: -max(game_news.MAX_MISSING, self.state.seq - shown)]

    def _remember(self, events: Sequence[LoggedEvent]) -> None:
        for logged in events:
            if logged.by:
                self._answers[logged.by] = logged.seq

    # Events of other processes

    async def catch_up(self, whole: bool = False) -> None:
        """Read the events that other processes wrote. `whole`: replay the whole log instead."""
        async with self.turn:
            await (self._reload() if whole else self._read_new_events())

    async def catch_up_to(
        self, code: str | None, seq: int | None, viewer: int | None = None
    ) -> None:
        """Catch up if this viewer's client has seen more of this game than this process."""
        if seq is None or code != self.state.code or seq <= self.seq_for(viewer):
            return
        async with self.turn:
            if seq > self.seq_for(viewer) and monotonic() >= self._ignore_claims_until:
                await self._read_new_events()
                if seq > self.seq_for(viewer):
                    # Anybody can make false claims: reading for each would delay the players.
                    self._ignore_claims_until = monotonic() + IGNORE_CLAIMS_S

    async def _read_new_events(self, own: bool = False) -> None:
        # The caller holds the lock, so only late commits can change the game meanwhile.
        known = self.state.seq
        try:
            rows = await in_database(lambda: read_rows(self.id, after=known - 1))
        except Exception as error:  # the database is down: the action or the next check tries again
            self._hub.note_failure()
            logger.warning("a log could not be read: %s", error)
            return
        # The first row is the newest event known here. If its hash differs, our state is wrong.
        since = [each for each in rows if each[0].seq >= self.state.seq]
        if not since or since[0][1] != self.head:
            await self._reload(own)
            return
        try:
            head = head_after(self.head, self.state.seq, since[1:])
        except BrokenLog as broken:
            logger.error("the log of game %s is broken: %s", self.state.code, broken)
            return
        if len(since) > 1:
            self._adopt([row for row, _ in since[1:]], head, own)

    async def _reload(self, own: bool = False) -> None:
        """Forget the state, and replay the whole log. The caller holds the lock."""
        while True:
            before, state = self._loaded, self.state
            try:
                loaded = await in_database(partial(load_game, self.id, whole=True))
            except BrokenLog as broken:
                logger.error("the log of game %s is broken: %s", self.state.code, broken)
                return
            except Exception as error:  # the database is down: the next check tries again
                self._hub.note_failure()
                logger.warning("a log could not be read: %s", error)
                return
            # Otherwise a late commit changed the game during the read: read it again.
            if self._loaded is before and self.state is state:
                break
        self._replace(loaded, own)

    def _replace(self, loaded: LoadedGame, own: bool) -> None:
        before, log = self.state, loaded.recent
        events = [logged.event for logged in log]
        is_right = before.seq <= len(log) and replay(events[: before.seq]) == before
        newer = log[before.seq :]
        self._loaded = loaded
        self._answers.clear()
        self._remember(log)
        self._forget_old(last_reveal(before if is_right else loaded.state))
        if not is_right:
            metrics.CORRECTIONS.add()
            logger.error("game %s had another state than its log", loaded.state.code)
            self.selection = None
            self._hub.show_advance(self, None, own)
        elif loaded.state.seq > before.seq:
            self.selection = None
            rows = [row_of(each) for each in newer[-MAX_EVENTS:]]
            advance = Advance(before, loaded.state, newer, loaded.recent, rows)
            self._hub.show_advance(self, advance, own)

    def announcement(self, room_id: int, rows: Sequence[EventRow]) -> GameAdvanced:
        """Return the hint for other processes with the newest events."""
        state, newest = self.state, tuple(rows[-MAX_EVENTS:])
        return GameAdvanced(
            room=room_id, game=self.id, seq=state.seq, head=self.head, events=newest
        )

    def differs(self, hint: GameAdvanced) -> bool:
        """Whether another process knows more of this game, or knows another newest event."""
        if hint.game != self.id or hint.seq < self.state.seq:
            return False
        return hint.seq > self.state.seq or hint.head != self.head

    def take_over(self, hint: GameAdvanced) -> bool:
        """Adopt events that another process has committed.

        Return False if the log must be read instead: the events have a gap, lead to another hash,
        or come while an action is decided or the log is read.
        """
        newer = [row for row in hint.events if row.seq > self.state.seq]
        missing = list(range(self.state.seq + 1, hint.seq + 1))
        if self.turn.locked() or not newer or [row.seq for row in newer] != missing:
            return False
        head = hashes_of(self.head, newer)[-1]
        if head != hint.head:
            return False
        self._adopt(newer, head, own=False)
        return True

    def _adopt(self, newer: Sequence[EventRow], head: str, own: bool) -> None:
        logged = [row.logged() for row in newer]
        after = evolve_all(self.state, (each.event for each in logged))
        self._advance(after, logged, newer, head, own)


async def find_earlier_answer(code: str, by: str) -> int | None:
    """Return the seq that the command `by` led to in game `code`; None if it was never done."""
    # A command sent again after a crash is illegal by then, but the log shows that it was done.
    return await in_database(lambda: find_answer(code, by)) if by else None
