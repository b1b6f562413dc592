"""The first game: a newcomer and Pip at a table of the site, and a coach in the browser."""

from games.core.rules import Variant
from games.people.accounts.models import User
from games.record.log.models import Game, Scorecard
from games.tables.matchmaking import tickets
from games.tables.rooms.game_settings import GameSettings
from games.tables.rooms.models import Room

COACH = "pip"


def open_first_game(player: User, variant: Variant, before: str = "") -> str:
    """Seat the player with Pip, without a clock, and return the code of the room, which the lobby
    does not list. If the room `before` has an unfinished game of this variant, return that room.
    """
    if before and _goes_on(player, variant, before):
        return before
    settings = GameSettings(variant.id, dict(variant.switches), None, False)
    return tickets.play_with_bots(player.pk, settings, 1, (COACH,), public=False)


def _goes_on(player: User, variant: Variant, code: str) -> bool:
    rooms = Room.objects.filter(code=code, variant=variant.id, seats__player=player, ended=False)
    found = rooms.select_related("game").first()
    return found is not None and (found.game is None or found.game.status == Game.Status.PLAYING)


def has_played(player: User) -> bool:
    return Scorecard.objects.filter(player=player).exists()
