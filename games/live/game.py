"""One live game: its newest state in memory, actions one at a time, and new events of its log."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from games import metrics
from games.clock import monotonic, now_ms
from games.engine import (
    GameState,
    IllegalAction,
    SeatViews,
    decide_and_evolve,
    evolve_all,
    seen,
    view,
    view_changes,
)
from games.engine.actions import Action
from games.engine.events import Event
from games.live.hints import MAX_EVENTS, EventRow, GameAdvanced
from games.live.rounds import done_news, last_reveal, number_seen, round_news, whole_log
from games.protocol import TRY_AGAIN, Delta, Done, ErrorCode, Selection, Snapshot, Update
from games.rooms import Refused
from games.store import (
    Appender,
    Entry,
    LoadedGame,
    LoggedEvent,
    StoreUnavailable,
    find_answer,
    find_number,
    read_events,
)
from games.store.database import in_database
from games.store.records import event_of_row

logger = logging.getLogger(__name__)

# How often an action is decided again when other processes write to the same game.
TRIES = 5
# A gap of up to this many events is filled with events, a longer one with a snapshot.
MAX_MISSING = 50
# After a client claims events that the log does not have, such claims are ignored for this long.
IGNORE_CLAIMS_S = 1.0
# The pause before an action is tried again when the database did not take it.
RETRY_S = 0.2


class LiveGame:
    """A game of this process. Only committed events are visible.

    `check(state, action)` raises Refused for what the room does not allow now. `on_advance` is
    called with the game, the state before, the new events once they are committed, and whether this
    process may have written them, `on_failure` when the database could not be written or read.
    """

    def __init__(
        self,
        loaded: LoadedGame,
        appender: Appender,
        check: Callable[[GameState, Action], None],
        on_advance: Callable[["LiveGame", GameState, Sequence[LoggedEvent], bool], None],
        on_failure: Callable[[], None] = lambda: None,
    ) -> None:
        self.selection: Selection | None = None
        # Held while an action is decided and committed, and while the log is read.
        self.turn = asyncio.Lock()
        self._loaded = loaded
        self._appender = appender
        self._check = check
        self._on_advance = on_advance
        self._on_failure = on_failure
        self._seat_views = SeatViews()
        # The seq that each recent command led to.
        self._answers: dict[str, int] = {}
        self._ignore_claims_until = -IGNORE_CLAIMS_S
        self._remember(loaded.recent)

    @property
    def id(self) -> int:
        """The game's primary key."""
        return self._loaded.id

    @property
    def state(self) -> GameState:
        """The newest committed state that this process knows."""
        return self._loaded.state

    @property
    def recent(self) -> Sequence[LoggedEvent]:
        """The newest events, in order."""
        return self._loaded.recent

    def bot_draw(self, seat: int) -> float:
        """Return the uniform number (0 to 1) for what a bot in this seat does next."""
        turn = self.state.seats[seat].turn
        return self._loaded.dice.bot_draw(seat, turn.number, turn.rolls)

    # Messages

    def seq_for(self, viewer: int | None) -> int:
        """Return how many events the player in this seat, or a spectator (None), has seen."""
        return seen(self.state, viewer).seq

    def changes_since(
        self, code: str | None, seq: int, viewer: int | None = None
    ) -> Update | Snapshot | None:
        """Return what this viewer's client with game `code` up to `seq` lacks; None if nothing."""
        state = self.state
        if code == state.code and seq == self.seq_for(viewer):
            return None
        if state.mode == "rounds":
            return self.snapshot(viewer)
        if code == state.code and state.seq - MAX_MISSING <= seq < state.seq:
            events = [logged for logged in self.recent if logged.seq > seq]
            if events and events[0].seq == seq + 1:
                return self.update_with(events)
        return self.snapshot(viewer)

    def snapshot(self, viewer: int | None) -> Snapshot:
        """Return the message with the game as a viewer may see it."""
        shown = view(self.state, viewer)
        return Snapshot(game=shown.game, seq=shown.seq, view=shown)

    def beginning(self, viewer: int | None) -> Update | Snapshot:
        """Return the first message about this game for a client that has seen another one."""
        if self.state.mode == "turns":
            return self.update_with(self.recent[-MAX_MISSING:])
        if self.recent[0].seq == 1:
            return whole_log(self.state, self.recent, viewer)
        return self.snapshot(viewer)

    def update_with(self, events: Sequence[LoggedEvent]) -> Update:
        """Return the message with the newest `events`."""
        state = self.state
        return Update(
            game=state.code,
            seq=state.seq,
            events=tuple([logged.message() for logged in events]),
            view=view(state, seats=self._seat_views),
        )

    def news(
        self, before: GameState, events: Sequence[LoggedEvent], viewer: int | None, whole: bool
    ) -> Update | Delta | None:
        """Return what a viewer who knows the state `before` learns from the newest `events`, None
        if that is nothing. `whole`: with the whole view, not with what changes in it.

        Only while these events are being shown: later some may be forgotten.
        """
        if self.state.mode == "rounds":
            since = [logged for logged in self.recent if logged.seq > last_reveal(before)]
            return round_news(before, self.state, since, viewer, whole)
        if whole:
            return self.update_with(events)
        return Delta(
            game=self.state.code,
            base=before.seq,
            seq=self.state.seq,
            events=tuple([logged.message() for logged in events]),
            changes=view_changes(before, self.state),
        )

    def done_news(self, before: GameState) -> Done | None:
        """Return the message about who is done with the round, None if that is not news."""
        return done_news(before, self.state)

    # Actions

    async def submit(self, seat: int | None, action: Action, by: str) -> int:
        """Decide and commit `action`. Return the seq that it led to.

        `seat` is None for the server's own actions. `by` names the command, "" for the server's: a
        command is done only once; sent again, it gets its old seq. In rounds the seq is the number
        by which the seat's player has learned of the event. Raises IllegalAction and Refused (for
        example with "busy").
        """
        try:
            async with self.turn:
                done = await self._decide_and_commit(seat, action, by)
        except (IllegalAction, Refused) as refusal:
            if refusal.code == ErrorCode.BUSY:
                raise
            # Without the lock: a sender of illegal commands must not delay the players.
            earlier = await find_earlier_answer(self.state.code, by)
            if earlier is None:
                raise
            done = earlier
            if done > self.state.seq:
                await self.catch_up()
        return await self._as_seen(done, seat)

    async def _as_seen(self, seq: int, seat: int | None) -> int:
        """Return the number by which the seat's player has learned of an event."""
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
        game = self._loaded
        for _ in range(TRIES):
            done = self._answers.get(by) if by else None
            if done is not None:
                return done
            self._check(game.state, action)
            events, after = decide_and_evolve(game.state, seat, action, game.dice, now_ms())
            if not events:
                return after.seq
            failure = await self._commit(events, after, by)
            if failure is None:
                return after.seq
            if isinstance(failure, StoreUnavailable):
                self._on_failure()
                await asyncio.sleep(RETRY_S)
            # They may be our own, if the connection was lost after the commit.
            await self._read_new_events(own=True)
        # The last try may have been committed before the connection was lost.
        if by in self._answers:
            return self._answers[by]
        raise Refused(ErrorCode.BUSY, TRY_AGAIN)

    async def _commit(
        self, events: tuple[Event, ...], after: GameState, by: str
    ) -> Exception | None:
        """Wait until the events are in the database (None) or refused (the error)."""
        before = self.state
        first = before.seq + 1
        logged = tuple([LoggedEvent(seq, event, by) for seq, event in enumerate(events, first)])
        outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        decided_at = monotonic()

        def on_outcome(failure: Exception | None) -> None:
            # Called even if the socket that asked is gone: the game goes on without it.
            if not outcome.done():
                # Set first, so that the mover's ack leaves together with the update, in one write.
                outcome.set_result(failure)
            if failure is None:
                metrics.COMMITS.observe(monotonic() - decided_at)
            if failure is None and self.state.seq == first - 1:
                self._advance(after, logged, own=True)

        self._appender.append(Entry(self.id, logged, before, after, on_outcome))
        return await outcome

    def _advance(self, after: GameState, logged: Sequence[LoggedEvent], own: bool) -> None:
        """Adopt committed events."""
        game, before = self._loaded, self.state
        if after.seeds is not game.state.seeds and after.replay is None:
            game.dice = game.dice.with_seeds(after.seeds)
        game.state = after
        game.recent.extend(logged)
        # What was hidden in a round is shown with its reveal.
        del game.recent[: -max(MAX_MISSING, after.seq - last_reveal(before))]
        self._remember(logged)
        self.selection = None
        self._on_advance(self, before, logged, own)

    def _remember(self, events: Sequence[LoggedEvent]) -> None:
        for logged in events:
            if logged.by:
                self._answers[logged.by] = logged.seq

    # Events of other processes

    async def catch_up(self) -> None:
        """Read the events that other processes wrote."""
        async with self.turn:
            await self._read_new_events()

    async def catch_up_to(
        self, code: str | None, seq: int | None, viewer: int | None = None
    ) -> None:
        """Catch up if this viewer's client has seen more of this game than this process.

        Anybody can claim that at any time: false claims must not delay the players.
        """
        if seq is None or code != self.state.code or seq <= self.seq_for(viewer):
            return
        async with self.turn:
            if seq > self.seq_for(viewer) and monotonic() >= self._ignore_claims_until:
                await self._read_new_events()
                if seq > self.seq_for(viewer):
                    self._ignore_claims_until = monotonic() + IGNORE_CLAIMS_S

    async def _read_new_events(self, own: bool = False) -> None:
        """The caller holds the lock, so only late commits can change the game meanwhile."""
        try:
            newer = await in_database(lambda: read_events(self.id, after=self.state.seq))
        except Exception as error:  # the database is down: the action or the next check tries again
            self._on_failure()
            logger.warning("a log could not be read: %s", error)
            return
        newer = [logged for logged in newer if logged.seq > self.state.seq]
        if newer:
            self._adopt(newer, own)

    def announcement(self, room_id: int, events: Sequence[LoggedEvent]) -> GameAdvanced:
        """Return the hint for other processes with the newest `events`."""
        rows: list[EventRow] = [logged.row(self.id)[1:] for logged in events[-MAX_EVENTS:]]
        return GameAdvanced(room=room_id, game=self.id, seq=self.state.seq, events=tuple(rows))

    def lacks(self, hint: GameAdvanced) -> bool:
        """Return whether another process knows more of this game."""
        return hint.game == self.id and hint.seq > self.state.seq

    def take_over(self, hint: GameAdvanced) -> bool:
        """Adopt events that another process has committed; return False unless they are all that
        this one lacks, without a gap.

        Also False while an action is decided or the log is read: then the log must be read again.
        """
        events = [event_of_row(*row) for row in hint.events]
        newer = [logged for logged in events if logged.seq > self.state.seq]
        missing = list(range(self.state.seq + 1, hint.seq + 1))
        if self.turn.locked() or [logged.seq for logged in newer] != missing:
            return False
        self._adopt(newer, own=False)
        return True

    def _adopt(self, newer: Sequence[LoggedEvent], own: bool) -> None:
        after = evolve_all(self.state, (logged.event for logged in newer))
        self._advance(after, newer, own)


async def find_earlier_answer(code: str, by: str) -> int | None:
    """Return the seq that the command `by` led to in game `code`, None if it was never done.

    A command sent again after a crash is illegal then, but the log shows that it was done.
    """
    return await in_database(lambda: find_answer(code, by)) if by else None
