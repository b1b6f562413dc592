"""Shows a room's sockets, and other processes, who is in the room."""

from operator import attrgetter
from typing import Protocol

from msgspec import UNSET

from games.core.protocol.room_messages import Presence
from games.people.conduct.contact import Contact
from games.platform.clock import monotonic
from games.platform.limits.buckets import TokenBucket
from games.tables.live import presence
from games.tables.live.audience import Listener, send_to_groups
from games.tables.live.process import Process
from games.tables.rooms.room_view import LoadedRoom

# A room shows at once who comes and goes, up to a burst, and then at most this often.
PER_S = 10.0
BURST = 50.0
# In a room with more sockets than this, each change would cause hundreds of frames. Such a room
# shows who is there every two seconds.
MAX_PROMPT_SOCKETS = 20


class ShownRoom(Protocol):
    """What is needed of the room: who is there, and who gets to know it."""

    room: LoadedRoom
    process: Process
    listeners: set[Listener]
    presence: presence.Presence


class PresenceDisplay:
    """What a room shows of who is there. It sends nothing twice."""

    def __init__(self, hub: ShownRoom) -> None:
        self._hub = hub
        self._rate = TokenBucket(PER_S, BURST)
        self._is_late = False
        self._shown: Presence | None = None
        # Of people who watch a game among strangers, for as long as it runs.
        self._first_names: dict[int, str] = {}

    def name_of(self, listener: Listener) -> str | None:
        """Return the name under which somebody watches: among strangers, during a game, the one
        under which they first came.
        """
        player, name, view = listener.player, listener.name, self._hub.room.view
        if view.talk is UNSET or view.status != "playing":
            self._first_names.clear()
        elif player is not None and name is not None:
            return self._first_names.setdefault(player, name)
        return name

    @property
    def is_due(self) -> bool:
        return self._is_late or self._hub.presence.changes_with_time

    def may_show_now(self) -> bool:
        """Whether to show a change at once. If not, it becomes due."""
        is_prompt = len(self._hub.listeners) <= MAX_PROMPT_SOCKETS and self._rate.take()
        self._is_late = self._is_late or not is_prompt
        return is_prompt

    def show(self, repeat: bool) -> bool:
        """Send who is here to sockets and other processes if it changed; return whether it did.

        `repeat`: send it to other processes in any case.
        """
        self._is_late = False
        hub = self._hub
        message = hub.presence.message(hub.room.players, monotonic())
        has_changed = message != self._shown
        if has_changed:
            self._shown = message
            send_to_groups(hub.listeners, attrgetter("contact"), self._message_for)
        if has_changed or repeat:
            hub.process.publish(hub.presence.local(hub.room.id, hub.room.players))
        return has_changed

    def _message_for(self, contact: Contact) -> Presence:
        return self._hub.presence.message(self._hub.room.players, monotonic(), contact)
