"""The next sensible command of a player, so that games progress beside the garbage."""

import hashlib
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.core.engine.game_view import GameView, SeatView
from games.core.protocol.room_view import RoomSeat, RoomView

HEX = "0123456789abcdef"


@dataclass
class Memory:
    """What a player has seen of a room, and the salts and seeds that they keep.

    seals_seeds: whether they seal their seeds, as browsers do, or send them.
    kept: (salt, seed) by the code of the game.
    """

    player: int
    seals_seeds: bool
    room: RoomView | None = None
    view: GameView | None = None
    kept: dict[str, tuple[str, str]] = field(default_factory=dict)

    def known(self) -> dict[str, list[Any]]:
        """Return values that fit the present state, by the name of the field."""
        if self.room is None:
            return {}
        known: dict[str, list[Any]] = {
            "game": [self.room.next.game],
            "seat": [seat.seat for seat in self.room.seats],
            "player": [seat.player for seat in self.room.seats if seat.player is not None],
        }
        if self.view is not None:
            turns = [seat.turn for seat in self.view.seats]
            known["game"] += [self.view.game] * 3
            known["turn"] = [turn.number for turn in turns]
            known["roll"] = [turn.roll for turn in turns]
            known["seq"] = [self.view.seq, self.view.seq - 1, 0]
            known["category"] = [each.category for seat in self.view.seats for each in seat.options]
        return known


def seal_for(memory: Memory, game: str, random: Random) -> str:
    """Return a new seal for this game, and keep its salt and seed (docs/protocol.md)."""
    salt, seed = "".join(random.choices(HEX, k=32)), f"s{random.randrange(10**6)}"
    memory.kept[game] = (salt, seed)
    whole = f"seal|{game}|{memory.player}|{salt}|{seed}"
    return hashlib.sha256(whole.encode()).hexdigest()


def own_seat(room: RoomView, player: int) -> RoomSeat | None:
    """Return the player's seat of the room, or None."""
    return next((seat for seat in room.seats if seat.player == player), None)


def next_command(memory: Memory, random: Random) -> dict[str, Any] | None:
    """Return what brings the room forward, or None if it is for others to act."""
    room, view = memory.room, memory.view
    if room is None:
        return None
    if view is not None and view.status == "playing" and room.status == "playing":
        return move(memory, view, random)
    seat = own_seat(room, memory.player)
    free = any(each.player is None and not each.closed for each in room.seats)
    if seat is None:
        return {"type": "sit"} if free else None
    if memory.seals_seeds and room.next.game not in memory.kept:
        seal = seal_for(memory, room.next.game, random)
        return {"type": "seal", "game": room.next.game, "seal": seal}
    if room.status == "over" and random.random() < 0.7:
        return {"type": "rematch"}
    if room.host != memory.player:
        return {"type": "ready"} if random.random() < 0.2 else None
    if free and random.random() < 0.5:
        return {"type": random.choice(("fill", "start"))}
    return {"type": "start"}


def move(memory: Memory, view: GameView, random: Random) -> dict[str, Any] | None:
    """Return the player's move in a running game, or None."""
    seat = next((each for each in view.seats if each.player == memory.player), None)
    if seat is None:
        return None
    if seat.seat in view.revealing:
        salt, seed = memory.kept.get(view.game, ("0" * 32, "none"))
        return {"type": "reveal", "game": view.game, "salt": salt, "text": seed}
    if seat.auto:
        return {"type": "back", "game": view.game}
    return turn_move(view, seat, random) if seat.seat in view.acting else None


def turn_move(view: GameView, seat: SeatView, random: Random) -> dict[str, Any]:
    """Return a roll or a box, at random."""
    moment = {"game": view.game, "turn": seat.turn.number, "roll": seat.turn.roll}
    if seat.options and (not seat.may_roll or random.random() < 0.5):
        box = random.choice(seat.options)
        return {"type": "score", **moment, "category": box.category, "column": box.column}
    dice = seat.turn.dice or ()
    hold = [at for at in range(len(dice)) if random.random() < 0.4]
    return {"type": "roll", **moment, "hold": hold[: max(0, len(dice) - 1)]}
