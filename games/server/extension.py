"""What the server offers to sockets beyond ASGI; another server does without."""

SEND_TEXT = "yacht.send_text"
"""In a websocket's `scope["extensions"]`: a function that sends one text frame and never waits. The
detour over `send` (a dictionary, a coroutine, a dispatch) costs as much as sending.
"""
