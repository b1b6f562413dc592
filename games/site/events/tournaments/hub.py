"""The tournaments that somebody looks at in this process.

One query a second compares their revisions with the database. Changes are sent as updates that
are numbered by the revision: a client that misses one asks for the whole tournament.
"""

import asyncio
import logging
from functools import partial

from msgspec import UNSET

from games.core.protocol.frames import VERSION, You, encode
from games.core.protocol.tournament_messages import (
    MyEntryMessage,
    TournamentSnapshot,
    TournamentUpdate,
    TournamentView,
    TournamentWelcome,
)
from games.platform.clock import monotonic, now_ms
from games.platform.database.threads import in_database
from games.site.events.tournaments import joining
from games.site.events.tournaments.models import Tournament
from games.site.events.tournaments.standings import TournamentState, read_state
from games.tables.live.audience import Listener
from games.tables.live.polling import Polling

logger = logging.getLogger(__name__)

# A new page may get a state of this age; newer changes follow.
FRESH_S = 1.0
# How often players with tabs here are kept in the pairing.
KEEP_ALIVE_S = 4.0


class TournamentHub:
    """A tournament, and its sockets in this process."""

    def __init__(self, tournament_id: int, state: TournamentState) -> None:
        self.id = tournament_id
        self.state = state
        self.listeners: set[Listener] = set()
        self.read_at = monotonic()
        self.kept_alive_at = -KEEP_ALIVE_S

    def players(self) -> set[int]:
        return {each.player for each in self.listeners if each.player is not None}

    def adopt(self, state: TournamentState) -> None:
        """Take a state of a later revision, and send what has changed."""
        before, self.state = self.state, state
        self.read_at = monotonic()
        text = encode(changes(before, state))
        for listener in tuple(self.listeners):
            listener.send_text(text)
            mine = None if listener.player is None else state.mine.get(listener.player)
            if listener.player is not None and mine != before.mine.get(listener.player):
                listener.send_text(encode(MyEntryMessage(me=mine)))

    def state_for_client(self, you: You) -> TournamentWelcome:
        """Return everything that a new socket needs."""
        return TournamentWelcome(
            protocol=VERSION,
            time=now_ms(),
            you=you,
            seq=self.state.seq,
            tournament=self.state.view,
            me=None if you.player is None else self.state.mine.get(you.player),
        )

    def snapshot(self) -> TournamentSnapshot:
        return TournamentSnapshot(seq=self.state.seq, tournament=self.state.view)


def changes(before: TournamentState, now: TournamentState) -> TournamentUpdate:
    old, new = before.view, now.view
    known = {row.player: row for row in old.rows}
    return TournamentUpdate(
        seq=now.seq,
        after=before.seq,
        set=tuple([row for row in new.rows if known.get(row.player) != row]),
        gone=tuple(sorted(known.keys() - {row.player for row in new.rows})),
        **{
            field: UNSET if getattr(old, field) == getattr(new, field) else getattr(new, field)
            for field in CHANGING
        },
    )


CHANGING = tuple(set(TournamentUpdate.__struct_fields__) & set(TournamentView.__struct_fields__))


class TournamentHubs:
    """All tournaments that somebody looks at in this process, by id."""

    def __init__(self) -> None:
        self._hubs: dict[int, TournamentHub] = {}
        self._polling = Polling(self._read, "the tournaments", logger)
        self._reading = asyncio.Lock()

    def listeners(self) -> list[Listener]:
        """Return the sockets of all tournaments. May be called in any thread."""
        return [each for hub in list(self._hubs.values()) for each in tuple(hub.listeners)]

    def notify(self) -> None:
        """Compare with the database soon: something may have changed."""
        self._polling.notify()

    def site_changed(self) -> None:
        """Do nothing: what changes tournaments raises their revisions."""

    async def enter(self, tournament_id: int) -> TournamentHub | None:
        """Return a tournament, for a socket that joins right after this; None if there is none."""
        # After a restart many sockets come at once: they must not all read it.
        known = self._hubs.get(tournament_id)
        if known is not None and monotonic() - known.read_at < FRESH_S:
            return known
        async with self._reading:
            state = await in_database(lambda: read_state(tournament_id))
            if state is None:
                return None
            hub = self._hubs.get(tournament_id)
            if hub is None:
                hub = self._hubs[tournament_id] = TournamentHub(tournament_id, state)
            elif state.seq > hub.state.seq:
                hub.adopt(state)
            hub.read_at = monotonic()
            return hub

    def discard(self, hub: TournamentHub, listener: Listener) -> None:
        hub.listeners.discard(listener)
        if not hub.listeners and self._hubs.get(hub.id) is hub:
            del self._hubs[hub.id]

    async def run(self) -> None:
        await self._polling.run()

    async def _read(self) -> None:
        if self._hubs:
            await self.refresh()

    async def refresh(self) -> None:
        """Keep the players who look in the pairing, and send what has changed."""
        async with self._reading:
            for hub in list(self._hubs.values()):
                await self._keep_alive(hub)
            hubs = dict(self._hubs)
            revisions = await in_database(partial(_revisions, list(hubs)))
            for id_, hub in hubs.items():
                if revisions.get(id_, hub.state.seq) > hub.state.seq:
                    state = await in_database(partial(read_state, id_))
                    if state is not None:
                        hub.adopt(state)

    async def _keep_alive(self, hub: TournamentHub) -> None:
        players = hub.players()
        if players and monotonic() - hub.kept_alive_at >= KEEP_ALIVE_S:
            hub.kept_alive_at = monotonic()
            await in_database(partial(joining.keep_alive, hub.id, players))


def _revisions(ids: list[int]) -> dict[int, int]:
    return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "rev"))
