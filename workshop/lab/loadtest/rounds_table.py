"""The players of a room in rounds: each moves as soon as they may, whatever the others do."""

import asyncio
import time

from workshop.lab.loadtest.client import Client
from workshop.lab.loadtest.messages import Delta, Update
from workshop.lab.loadtest.table import Table, next_command, seen_event


class RoundsTable(Table):
    """One room in rounds, perhaps with bots. Moves are not paced: a round is shown for 3 s."""

    _has_revealed = False
    _timer: asyncio.TimerHandle | None = None
    _revealing_since: float | None = None

    def record(self, player: int, update: Update | Delta) -> None:
        """Record the events with the player: the others know them by other numbers."""
        for event in update.events:
            record = seen_event(update, event, str(player))
            self._session.history.add("see", player, room=self.room, value=record)

    def schedule(self, due: float) -> None:
        """Do nothing: the clock of the rounds says when moves are due."""

    def step(self) -> None:
        """Make every move that may be made now, or ask for a rematch after the end."""
        if self.over:
            return
        self._note_reveals()
        if self._session.halted:
            if self._is_at_rest():
                self._end()
            return
        for client in self.clients:
            self._move(client)
        first = self.clients[0].wire.game
        if first is not None and self._has_finished():
            if self._rematch_asked_after != first:
                self._finish(first)
        elif self._rematch_asked_at is not None and first != self._rematch_asked_after:
            self._session.rematch_started(time.perf_counter() - self._rematch_asked_at)
            self._rematch_asked_at = None

    def _note_reveals(self) -> None:
        """Measure how long after the first player the last one sees what a round has revealed."""
        known = {
            (client.wire.game, client.wire.view.public)
            for client in self.clients
            if client.wire.view is not None
        }
        # The first event that everybody knows is the beginning of the game.
        if not self._has_revealed and any((public or 0) > 1 for _, public in known):
            self._has_revealed = True
            self._session.round_revealed()
        now = time.perf_counter()
        if len(known) > 1:
            self._revealing_since = self._revealing_since or now
        elif self._revealing_since is not None:
            self._session.seen_by_all(now - self._revealing_since)
            self._revealing_since = None

    def _is_at_rest(self) -> bool:
        """Whether nothing that people see can change before one of them moves."""
        views = [
            client.wire.view
            for client in self.clients
            if client.wire.welcomed and not client.pending
        ]
        known = {(view.public, view.status) for view in views if view is not None}
        if len(views) < len(self.clients) or len(known) > 1:
            return False
        if any(view is not None and view.acting for view in views):
            return True
        return self._has_finished() and self._rematch_asked_after != self.clients[0].wire.game

    def _has_finished(self) -> bool:
        """Whether everybody sees the end of the same game."""
        first = self.clients[0].wire.game
        return all(
            client.wire.welcomed
            and not client.pending
            and client.wire.game == first
            and client.wire.view is not None
            and client.wire.view.status == "finished"
            for client in self.clients
        )

    def _move(self, client: Client) -> None:
        """Make the next move of a player if it may be made."""
        view, game = client.wire.view, client.wire.game
        if not client.wire.welcomed or client.pending or view is None or game is None:
            return
        if view.status != "playing" or not view.acting:
            return
        assert view.deadline is not None
        assert view.clock is not None
        wait = view.deadline / 1000 - view.clock - time.time()
        if wait <= 0:
            client.command(next_command(game, view), time.perf_counter())
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait + 0.001, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.step()
