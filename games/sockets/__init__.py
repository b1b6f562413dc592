"""The websockets of rooms, tournaments and the lobby. They decode commands, authorise and answer.

`websockets` is the ASGI application for all of them.
"""

from games.sockets.routing import websockets

__all__ = ["websockets"]
