"""An extension of ASGI for websocket applications. Other servers do not have it."""

SEND_TEXT = "yacht.send_text"
"""The key in a websocket's `scope["extensions"]` of a function that sends one text frame and never
waits. ASGI's `send` (a dictionary, a coroutine, a dispatch) costs as much as the sending itself.
"""

ATTACH = "yacht.attach"
"""An ASGI extension: a function that takes a `Receiver`. From then on the server calls the receiver
for each message, and the application may return: a socket at rest needs no task.
"""
