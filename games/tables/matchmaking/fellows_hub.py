"""Sends the sockets of the lobby in this process who of their circles is here: everybody at first,
then what changes.
"""

import asyncio
import logging

from msgspec import UNSET

from games.core.protocol.frames import encode
from games.core.protocol.lobby_messages import Fellows, FellowView
from games.people.conduct.contact import Contact
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.tables.live.audience import Listener
from games.tables.matchmaking.fellows import (
    NO_TIES,
    Here,
    Ties,
    changed_people,
    may_follow,
    read_here,
    read_ties,
    seen_by,
    shown_to,
)

logger = logging.getLogger(__name__)

EVERY_S = 5.0
"""How often it is read, for all sockets together."""

NAMES_EVERY = 12
"""After so many readings, new names and pictures of people who stayed are read, too."""


class FellowsHub:
    """Who is here, and to whom of the sockets in this process that is shown."""

    def __init__(self) -> None:
        # What each socket was sent.
        self._sent: dict[Listener, dict[int, FellowView]] = {}
        self._contacts: dict[Listener, Contact] = {}
        self._new: set[Listener] = set()
        self._ties = NO_TIES
        self._here: dict[int, Here] = {}
        self._rounds = 0

    def listeners(self) -> list[Listener]:
        """Return none: the sockets are the lobby's."""
        return []

    def site_changed(self) -> None:
        """Do nothing: it is read every few seconds."""

    def join(self, listener: Listener) -> None:
        """Send a socket who is here, and from then on what changes."""
        if listener.player is None:
            return
        if self._here:
            self._begin(listener)
        else:
            self._new.add(listener)

    def _begin(self, listener: Listener) -> None:
        self._sent[listener] = {}
        self._contacts[listener] = listener.contact
        self._send(listener, self._sent[listener], shown_to(self._ties, listener.player or 0))

    def discard(self, listener: Listener) -> None:
        self._sent.pop(listener, None)
        self._contacts.pop(listener, None)
        self._new.discard(listener)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.refresh()
            except Exception:  # the database is down: the next round tries again
                logger.exception("the circles could not be read")

    async def refresh(self) -> None:
        """Read who is here, and send what is new to each socket."""
        if not self._sent and not self._new:
            self._here = {}
            return
        ties, here = await in_database(self._read)
        has_new_ties = ties is not self._ties
        changed = changed_people(self._here, here)
        self._ties, self._here = ties, here
        concerned = None if has_new_ties else seen_by(ties, changed)
        for listener, sent in self._sent.items():
            people = shown_to(ties, listener.player or 0) if concerned is None else None
            if listener.contact is not self._contacts[listener]:
                # Whom the player hears has changed.
                self._contacts[listener] = listener.contact
                people = shown_to(ties, listener.player or 0)
            if people is not None:
                self._send(listener, sent, people)
            elif concerned is not None and listener.player in concerned:
                self._send(listener, sent, shown_to(ties, listener.player or 0) & changed, changed)
        new, self._new = self._new, set()
        for listener in new:
            self._begin(listener)

    def _read(self) -> tuple[Ties, dict[int, Here]]:
        ties = read_ties(self._ties)
        self._rounds += 1
        known = {} if self._rounds % NAMES_EVERY == 0 else self._here
        return ties, read_here(ties, utc_now(), known)

    def _send(
        self,
        listener: Listener,
        sent: dict[int, FellowView],
        people: set[int],
        among: set[int] | None = None,
    ) -> None:
        """Send a socket what has changed about these people. `among`: nobody else has changed."""
        whole = not sent
        viewer = listener.player or 0
        views = {
            each: self._view(viewer, each)
            for each in people & self._here.keys()
            if listener.contact.hears(each)
        }
        known = sent.keys() if among is None else sent.keys() & among
        gone = tuple(sorted(known - views.keys()))
        news = tuple([view for each, view in sorted(views.items()) if sent.get(each) != view])
        if not news and not gone:
            return
        for each in gone:
            del sent[each]
        sent.update({view.player: view for view in news})
        listener.send_text(encode(Fellows(whole=whole, set=news, gone=() if whole else gone)))

    def _view(self, viewer: int, player: int) -> FellowView:
        here = self._here[player]
        follows = bool(here.room) and may_follow(self._ties, viewer, here)
        return FellowView(
            player, here.name, here.avatar, here.plays, here.room if follows else UNSET
        )
