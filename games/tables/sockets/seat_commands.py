"""Commands about the seats of a room, and about its next game."""

from functools import partial

from django.urls import reverse

from games.core.protocol import room_commands
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_messages import Notice, SeatOffered
from games.core.rules import find_variant, is_house_rules
from games.people.accounts.names import NameRefused
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.record.solving.requests import why_not_in
from games.tables.live.registry import current_hubs
from games.tables.matchmaking import tickets
from games.tables.rooms import consent, hosting, local_seats, sealing, seating, starting
from games.tables.sockets.handlers import handles
from games.tables.sockets.room_connection import RoomConnection


@handles(room_commands.Sit)
async def sit(socket: RoomConnection, command: room_commands.Sit) -> None:
    me, room = socket.me(), socket.hub.room.id

    def sit() -> None:
        seal = _seal_of(command)
        seating.sit(room, me, command.seat, command.seed, socket.address, seal, command.terms)
        # Sitting down ends the search.
        tickets.cancel(me)

    await socket.change(sit)


@handles(room_commands.Stand)
async def stand(socket: RoomConnection, command: room_commands.Stand) -> None:
    me, room = socket.me(), socket.hub.room.id
    here, _ = socket.hub.presence.here(monotonic())
    await socket.change(lambda: seating.stand(room, me, here, command.seat))


@handles(room_commands.Ready)
async def ready(socket: RoomConnection, command: room_commands.Ready) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: seating.set_ready(room, me, command.ready, command.terms))


@handles(room_commands.SetSeed)
async def seed(socket: RoomConnection, command: room_commands.SetSeed) -> None:
    """Change the player's seed."""
    me, room, here = socket.me(), socket.hub.room.id, socket.hub.connected()
    await socket.change(
        lambda: seating.set_seed(room, me, command.seed, socket.address, here, command.seat)
    )


@handles(room_commands.SetSeal)
async def seal(socket: RoomConnection, command: room_commands.SetSeal) -> None:
    """Seal a seed for the next game."""
    me, room, here = socket.me(), socket.hub.room.id, socket.hub.connected()
    seal = sealing.Seal(command.game, command.seal)
    await socket.change(
        lambda: seating.set_seal(room, me, seal, socket.address, here, command.seat)
    )


@handles(room_commands.AddLocal)
async def add_local(socket: RoomConnection, command: room_commands.AddLocal) -> None:
    """Add a player on this device."""
    me, room, address = socket.me(), socket.hub.room.id, socket.address
    socket.limits.spend("local-player")
    socket.limits.spend_for_address("local-player-address")

    def add() -> None:
        try:
            local_seats.add(room, me, command.name, address)
        except NameRefused as refused:
            raise Refused(ErrorCode.FORBIDDEN, refused.text, **refused.values) from refused

    await socket.change(add)


@handles(room_commands.OfferSeat)
async def offer_seat(socket: RoomConnection, command: room_commands.OfferSeat) -> None:
    """Send a link with which somebody can take over a seat."""
    me, hub = socket.me(), socket.hub
    async with socket.limits.one_change():
        offer = partial(local_seats.offer, hub.room.id, me, command.seat)
        word, until = await in_database(offer)
    path = reverse("claim-seat", args=[hub.room.code, word])
    socket.send(SeatOffered(seat=command.seat, path=path, until=round(until.timestamp() * 1000)))


@handles(room_commands.TakeBack)
async def take_back(socket: RoomConnection, command: room_commands.TakeBack) -> None:
    """Operate a seat again that somebody else had taken over."""
    me, room, address = socket.me(), socket.hub.room.id, socket.address
    operators = frozenset(socket.hub.room.operators.values())
    here = await current_hubs().find_connected(socket.hub, operators)
    await socket.change(lambda: local_seats.take_back(room, me, command.seat, here, address))


@handles(room_commands.Start)
async def start(socket: RoomConnection, command: room_commands.Start) -> None:
    me, room = socket.me(), socket.hub.room.id
    here = await current_hubs().find_connected(socket.hub)
    await socket.change(lambda: starting.start(room, me, here))


@handles(room_commands.Close)
async def close(socket: RoomConnection, command: room_commands.Close) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: hosting.set_closed(room, me, command.seat, True))


@handles(room_commands.Open)
async def open(socket: RoomConnection, command: room_commands.Open) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: hosting.set_closed(room, me, command.seat, False))


@handles(room_commands.Remove)
async def remove(socket: RoomConnection, command: room_commands.Remove) -> None:
    me, hub = socket.me(), socket.hub
    # A player on somebody's device has no connection of their own.
    seats = {seat.seat: seat.operator or seat.player for seat in hub.room.view.seats}
    player = seats.get(command.seat)
    known = {each.address for each in hub.listeners if each.player == player}
    await socket.change(
        lambda: hosting.remove(hub.room.id, me, command.seat, socket.address, known)
    )


@handles(room_commands.AddBot)
async def add_bot(socket: RoomConnection, command: room_commands.AddBot) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: seating.add_bot(room, me, command.bot, command.seat))


@handles(room_commands.Fill)
async def fill(socket: RoomConnection, command: room_commands.Fill) -> None:
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: seating.fill(room, me))


@handles(room_commands.StandIns)
async def stand_ins(socket: RoomConnection, command: room_commands.StandIns) -> None:
    """Set whether a bot replaces anyone who leaves."""
    me, room = socket.me(), socket.hub.room.id
    await socket.change(lambda: seating.set_stand_ins(room, me, command.on))


@handles(room_commands.ChangeGame)
async def change_game(socket: RoomConnection, command: room_commands.ChangeGame) -> None:
    me, room = socket.me(), socket.hub.room.id
    asked = (command.variant, command.switches, command.clock)
    await socket.change(lambda: consent.change_game(room, me, *asked))
    variant = find_variant(command.variant, **command.switches)
    if is_house_rules(variant):
        why = await in_database(partial(why_not_in, socket.language, variant, me))
        if why:
            socket.send(Notice(text=why))


@handles(room_commands.Rematch)
async def rematch(socket: RoomConnection, command: room_commands.Rematch) -> None:
    me, room, here = socket.me(), socket.hub.room.id, socket.hub.connected()
    seal, address = _seal_of(command), socket.address
    if seal is not None and _replaces_seal(socket, seal):
        # In its own change: the player's other device must see the new seal before a start locks
        # it.
        await socket.change(partial(seating.set_seal, room, me, seal, address, here))
        seal = None
    asked = (command.seed, address, seal, here, command.terms)
    await socket.change(lambda: starting.rematch(room, me, *asked))


def _replaces_seal(socket: RoomConnection, seal: sealing.Seal) -> bool:
    seats = socket.hub.room.view.seats
    mine = next((seat.seal for seat in seats if seat.player == socket.player), "")
    return mine not in ("", seal.seal)


def _seal_of(command: room_commands.Sit | room_commands.Rematch) -> sealing.Seal | None:
    if command.game is None or command.seal is None:
        return None
    return sealing.Seal(command.game, command.seal)
