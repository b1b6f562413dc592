"""`python -m workshop.lab.loadtest.echo_server PORT PLAYERS`: a server that only answers.

It sends a welcome, and answers each command with an ack and, to everyone in the room, an update of
the usual size, all from a template and through picows. A generator that plays against it shows how
many moves per second the generator itself can make.
"""

import asyncio
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server


class Command(msgspec.Struct):
    """The fields of a command that are needed here."""

    type: str
    id: str = ""


decode = msgspec.json.Decoder(Command).decode


def template(players: int) -> bytes:
    """Return a view as large as a real one in the middle of a game of Yacht, as JSON."""
    boxes = {f"category_{number}": number for number in range(8)}
    column = {"boxes": boxes, "upper": 30, "par": 3, "upper_bonus": 0, "lower": 44, "bonus": 0}
    option = {"column": 0, "category": "four_of_a_kind", "points": 12, "bonus": 0, "joker": False}
    turn = {"number": 5, "roll": 2, "dice": [1, 2, 3, 4, 5], "hold": [1, 3]}
    seats = [
        {
            "seat": number,
            "player": -1 - number,
            "name": f"Player {number}",
            "out": False,
            "auto": False,
            "place": None,
            "turn": turn,
            "may_roll": True,
            "options": [option] * 4 if number == 0 else [],
            "card": {"columns": [{**column, "total": 74}], "total": 74},
        }
        for number in range(players)
    ]
    fairness = {"commitment": "c" * 64, "seeds": ["s" * 16] * players, "secret": None}
    view = {"game": "g", "status": "playing", "acting": [0], "seats": seats, "fairness": fairness}
    return msgspec.json.encode(view)


class Room:
    """The connections of one room, and the seq of its endless game."""

    def __init__(self) -> None:
        self.seq = 0
        self.sockets: list[WSTransport] = []


class Socket(WSListener):
    """One connection."""

    def __init__(self, room: Room, view: bytes) -> None:
        self.room = room
        self.view = view

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send the welcome."""
        self.room.sockets.append(transport)
        seq = b"%d" % self.room.seq
        message = b'{"type":"welcome","rev":1,"game":"g","seq":' + seq + b',"view":' + self.view
        transport.send(WSMsgType.TEXT, message + b"}")

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            transport.disconnect()
            return
        command = decode(frame.get_payload_as_bytes())
        if command.type == "sync":
            message = b'{"type":"snapshot","game":"g","seq":%d,"view":' % self.room.seq
            transport.send(WSMsgType.TEXT, message + self.view + b"}")
        elif command.id:
            self._move(transport, command.id.encode())

    def _move(self, transport: WSTransport, id_: bytes) -> None:
        self.room.seq += 1
        seq = self.room.seq
        event = (
            b'{"seq":%d,"type":"dice.rolled","seat":0,"at":1790000000000,'
            b'"data":{"turn":5,"roll":2,"hold":[1,3],"dice":[1,2,3,4,5]},"by":"1:%s"}'
        ) % (seq, id_)
        message = b'{"type":"update","game":"g","seq":%d,"events":[%s],"view":' % (seq, event)
        for socket in self.room.sockets:
            socket.send(WSMsgType.TEXT, message + self.view + b"}")
        transport.send(WSMsgType.TEXT, b'{"type":"ack","id":"%s","seq":%d}' % (id_, seq))


async def serve(port: int, players: int) -> None:
    """Serve on this port of 127.0.0.1 until killed."""
    rooms: dict[bytes, Room] = defaultdict(Room)
    view = template(players)

    def connect(request: WSUpgradeRequest) -> Any:
        return Socket(rooms[request.path], view)

    server = await ws_create_server(connect, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1]), int(sys.argv[2])))
