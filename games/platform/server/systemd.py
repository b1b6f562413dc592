"""Tells systemd how this process is (sd_notify): that it is ready, alive, and stopping.

Without NOTIFY_SOCKET, which systemd sets for units with Type=notify, nothing happens.
"""

import logging
import os
import socket
from collections.abc import MutableMapping

logger = logging.getLogger(__name__)

READY = "READY=1"
ALIVE = "WATCHDOG=1"
STOPPING = "STOPPING=1"


class Manager:
    """The service manager of this process, if there is one."""

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        """Find its socket, and hide it from processes that this one starts."""
        self._socket: socket.socket | None = None
        path = environment.pop("NOTIFY_SOCKET", "")
        if path.startswith(("/", "@")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            # A manager that does not read must not hold up the event loop.
            self._socket.setblocking(False)
            self._path = path.replace("@", "\0", 1) if path.startswith("@") else path

    def tell(self, state: str) -> None:
        """Send one state. A manager that cannot be reached is told the next time."""
        if self._socket is None:
            return
        try:
            self._socket.sendto(state.encode(), self._path)
        except OSError as error:
            logger.warning("systemd cannot be told %s: %s", state, error)
