"""To which step of work a sample of the server belongs: that of the innermost function on its stack
that a step names.
"""

from collections import Counter
from collections.abc import Mapping

SOCKETS, LIVE, LOG = "games/tables/sockets", "games/tables/live", "games/record/log"
ROOM, CONNECTION = f"{LIVE}/room.py:RoomHub", f"{SOCKETS}/connection.py"
OVERRIDES = "games/platform/server/overrides"
STEPS: dict[str, tuple[str, ...]] = {
    "roll": (f"{SOCKETS}/game_commands.py:roll",),
    "score": (f"{SOCKETS}/game_commands.py:score",),
    "log of moves": (
        f"{LOG}/loop_writer.py:LoopWriter._write_next",
        f"{LOG}/loop_writer.py:LoopConnection._read",
        f"{LOG}/appender.py:ThreadWriter._run",
    ),
    "showing moves": (f"{LOG}/batches.py:tell",),
    "hold": (f"{SOCKETS}/game_commands.py:select",),
    "chat": (
        f"{SOCKETS}/talk_commands.py:chat",
        f"{SOCKETS}/talk_commands.py:react",
        "games/tables/rooms/chat.py:say",
        "games/tables/rooms/chat.py:check_may_react",
        f"{ROOM}.show_line",
    ),
    "turn-over of games": (
        f"{SOCKETS}/seat_commands.py:rematch",
        f"{SOCKETS}/game_commands.py:reveal",
        f"{ROOM}.change",
        f"{ROOM}._show_end",
        "games/tables/rooms/starting.py:rematch",
    ),
    "reconnect": (f"{CONNECTION}:serve", f"{SOCKETS}/session.py:visitor_of"),
    "pages": (
        "games/platform/limits/page_limit.py:PageLimit.__call__",
        "games/platform/server/headers.py:SecurityHeaders.__call__",
    ),
    "idle sockets": (
        f"{SOCKETS}/room_connection.py:RoomConnection.do_at_once",
        f"{LIVE}/registry.py:Hubs._repeat",
    ),
    "frames in": (
        f"{OVERRIDES}/autobahn_websocket.py:DirectWebSocket.dataReceived",
        "twisted/internet/tcp.py:Connection.doRead",
    ),
    "frames out": (f"{OVERRIDES}/twisted_transport.py:PromptWriting._write_now",),
}
OTHER = "other"
COUNTED: dict[str, tuple[str, ...]] = {
    "roll": ("roll",),
    "score": ("score",),
    "log of moves": ("roll", "score"),
    "showing moves": ("roll", "score"),
    "hold": ("hold",),
    "chat": ("chat",),
    "turn-over of games": ("game over",),
    "reconnect": ("reconnect",),
    "pages": ("page",),
    "idle sockets": ("ping",),
    "frames in": ("frames_out",),
    "frames out": ("frames_in",),
}
"""What the crowd counts of each step. The frames of the crowd are those of the server reversed."""
STEP_OF = {name: step for step, names in STEPS.items() for name in names}


def step_of(stack: tuple[str, ...]) -> str:
    return next((STEP_OF[name] for name in reversed(stack) if name in STEP_OF), OTHER)


def by_step(stacks: Mapping[tuple[str, ...], int]) -> Counter[str]:
    """Return how many samples belong to each step."""
    steps: Counter[str] = Counter()
    for stack, count in stacks.items():
        steps[step_of(stack)] += count
    return steps
