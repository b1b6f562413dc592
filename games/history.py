"""A game to look back on: all that its page shows."""

from typing import Any

from games.engine import replay, sheet, view
from games.models import Game
from games.store import read_events


def game_page(code: str) -> dict[str, Any] | None:
    """Return `sheet`, `view`, `events` and the room's code (or None) of a game.

    None if there is no such game. The secret is in it only once the game is over.
    """
    game = Game.objects.select_related("room").filter(code=code).first()
    if game is None:
        return None
    log = read_events(game.pk)
    state = replay(logged.event for logged in log)
    return {
        "sheet": sheet(state.variant),
        "view": view(state),
        "events": [logged.message() for logged in log],
        "room": None if game.room is None else game.room.code,
    }
