"""The lobby of this process.

It is read from the database when something may have changed, and at least every second while
somebody looks at it. Changes are sent as numbered updates.
"""

import asyncio
import logging
from functools import partial

from django.conf import settings
from msgspec import UNSET

from games.core.protocol.frames import VERSION, Message, You, encode
from games.core.protocol.lobby_messages import (
    LobbySnapshot,
    LobbyUpdate,
    LobbyView,
    LobbyWelcome,
    MyChallenges,
    MyInvitations,
    MyTicket,
    Paired,
)
from games.platform.clock import monotonic, now_ms
from games.platform.database.threads import in_database
from games.tables.live.audience import Listener
from games.tables.live.polling import Polling
from games.tables.matchmaking import tickets
from games.tables.matchmaking.lobby import LobbyState, read_lobby, read_personal
from games.tables.rooms import demonstrations

logger = logging.getLogger(__name__)

# How often the tickets of players with tabs here are extended.
KEEP_ALIVE_S = 5.0
# A search ends this long after the player's last tab here is closed. A reload takes less.
GRACE_S = 3.0

# A visitor counts as looking for this long after a ping from their page; pages ping every 10 s.
LOOKING_S = 15.0
# How often a wish for a demonstration is passed on to the worker.
WISH_EVERY_S = 10.0

EMPTY = LobbyState({}, 0, 0, {}, {}, {}, None, {})


class LobbyHub:
    """The lobby, and its sockets in this process."""

    def __init__(self) -> None:
        self.sockets: set[Listener] = set()
        self.state = EMPTY
        self.seq = 0
        self._polling = Polling(self._read, "the lobby", logger)
        self._kept_alive_at = -KEEP_ALIVE_S
        self._reading = asyncio.Lock()
        # When players last closed a tab here.
        self._left: dict[int, float] = {}
        self._looked_at = -LOOKING_S
        self._wished_at = -WISH_EVERY_S

    def notify(self) -> None:
        """Read the lobby soon: something may have changed."""
        self._polling.notify()

    def listeners(self) -> list[Listener]:
        """Return its sockets. May be called in any thread."""
        return list(self.sockets)

    def site_changed(self) -> None:
        self.notify()

    async def run(self) -> None:
        await self._polling.run()

    async def _read(self) -> None:
        await self._end_searches()
        if self.sockets:
            await self.refresh()

    async def enter(self, listener: Listener) -> None:
        """Prepare the state for the welcome of `listener`, who joins right after this."""
        self.note_look()
        if not self.sockets:
            await self.refresh()
        player = listener.player
        if player is None:
            return
        # Hold the lock: a refresh that does not know this player yet would discard what is read
        # here.
        async with self._reading:
            mine = await in_database(lambda: read_personal([player]))
            self.state.tickets.update(mine.tickets)
            self.state.challenges.update(mine.challenges)
            self.state.invitations.update(mine.invitations)

    def note_look(self) -> None:
        self._looked_at = monotonic()

    def discard(self, listener: Listener) -> None:
        """Remove a socket. Its player's search ends soon, unless they have other tabs."""
        self.sockets.discard(listener)
        if listener.player is not None:
            self._left[listener.player] = monotonic()

    async def _end_searches(self) -> None:
        """Let the tickets of players who closed their last tab here expire."""
        before = monotonic() - GRACE_S
        due = {player for player, at in self._left.items() if at <= before}
        gone = due - self.players()
        if gone:
            await in_database(lambda: tickets.expire_soon(gone))
        for player in due:
            del self._left[player]

    def players(self) -> set[int]:
        return {each.player for each in self.sockets if each.player is not None}

    async def refresh(self) -> None:
        async with self._reading:
            players = self.players()
            if monotonic() - self._kept_alive_at >= KEEP_ALIVE_S:
                self._kept_alive_at = monotonic()
                await in_database(lambda: tickets.keep_alive(players))
            before = self.state
            read = partial(read_lobby, players, before.featured)
            self.state = await in_database(read)
            self._send_changes(before)
            self._send_personal_changes(before, players)
            await self._wish_for_demonstration()

    async def _wish_for_demonstration(self) -> None:
        """Ask the worker for a demonstration if somebody looks and there is no game to watch."""
        now = monotonic()
        if not settings.DEMONSTRATION or self.state.scores or now - self._looked_at > LOOKING_S:
            return
        if now - self._wished_at >= WISH_EVERY_S:
            self._wished_at = now
            await in_database(demonstrations.want)

    def _send_changes(self, before: LobbyState) -> None:
        update = changes(before, self.state, self.seq + 1)
        if update is None:
            return
        self.seq += 1
        text = encode(update)
        for listener in tuple(self.sockets):
            listener.send_text(text)

    def _send_personal_changes(self, before: LobbyState, players: set[int]) -> None:
        for listener in tuple(self.sockets):
            player = listener.player
            if player is None or player not in players:
                continue
            for message in personal_changes(player, before, self.state):
                listener.send_text(encode(message))

    def state_for_client(self, you: You) -> LobbyWelcome:
        """Return everything that a new socket needs."""
        mine = 0 if you.player is None else you.player
        return LobbyWelcome(
            protocol=VERSION,
            time=now_ms(),
            you=you,
            seq=self.seq,
            lobby=self._view(),
            ticket=self.state.tickets.get(mine),
            challenges=self.state.challenges.get(mine, ()),
        )

    def mine_for_client(self, player: int | None) -> list[Message]:
        """Return what a new socket of a player gets after the welcome."""
        invitations = self.state.invitations.get(player or 0, ())
        return [MyInvitations(invitations=invitations)] if invitations else []

    def snapshot(self) -> LobbySnapshot:
        """Return the whole lobby, with the number of its last update."""
        return LobbySnapshot(seq=self.seq, lobby=self._view())

    def _view(self) -> LobbyView:
        state = self.state
        return LobbyView(
            rows=tuple(state.rows.values()),
            online=state.online,
            searching=state.searching,
            scores=tuple(state.scores.values()),
            featured=state.featured,
        )


def changes(before: LobbyState, now: LobbyState, seq: int) -> LobbyUpdate | None:
    """Return the update with this number that says what changed for everyone; None for nothing."""
    update = LobbyUpdate(
        seq=seq,
        set=tuple([row for code, row in now.rows.items() if before.rows.get(code) != row]),
        gone=tuple(sorted(before.rows.keys() - now.rows.keys())),
        online=now.online,
        searching=now.searching,
        scores=tuple([each for code, each in now.scores.items() if before.scores.get(code) != each])
        or UNSET,
        featured=UNSET if now.featured == before.featured else now.featured,
    )
    nothing = LobbyUpdate(
        seq=seq, set=(), gone=(), online=before.online, searching=before.searching
    )
    return None if update == nothing else update


def personal_changes(player: int, before: LobbyState, now: LobbyState) -> list[Message]:
    messages: list[Message] = []
    ticket, old = now.tickets.get(player), before.tickets.get(player)
    if ticket != old:
        messages.append(MyTicket(ticket=ticket))
    if ticket is not None and ticket.room and (old is None or not old.room):
        messages.append(Paired(room=ticket.room))
    challenges = now.challenges.get(player, ())
    if challenges != before.challenges.get(player, ()):
        messages.append(MyChallenges(challenges=challenges))
    invitations = now.invitations.get(player, ())
    if invitations != before.invitations.get(player, ()):
        messages.append(MyInvitations(invitations=invitations))
    known = {each.id for each in before.challenges.get(player, ()) if each.room}
    for challenge in challenges:
        if challenge.room and challenge.id not in known:
            messages.append(Paired(room=challenge.room))
    return messages
