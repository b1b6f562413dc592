"""The websockets of rooms and of the lobby: decode commands, authorise, call, answer.

`websockets` is the ASGI application for all of them.
"""

from games.sockets.routing import websockets

__all__ = ["websockets"]
