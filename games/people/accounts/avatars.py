"""The pictures of players: signal flags by default, or a drawing that the player chose.

An avatar is stored as a name. Two capital letters are two signal flags, one above the other. A name
that begins with `bot-` is a bot's face. Other names are drawings in `static/img/avatars.svg`.
"""

import unicodedata
import zlib

from django.utils.translation import gettext_lazy

from games.people.accounts.bot_accounts import persona_of
from games.people.accounts.models import User

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DRAWINGS = {
    "sailboat": gettext_lazy("Sailboat"),
    "anchor": gettext_lazy("Anchor"),
    "lighthouse": gettext_lazy("Lighthouse"),
    "wheel": gettext_lazy("Wheel"),
    "compass": gettext_lazy("Compass"),
    "lifebuoy": gettext_lazy("Lifebuoy"),
    "telescope": gettext_lazy("Telescope"),
    "lantern": gettext_lazy("Lantern"),
    "bottle": gettext_lazy("Message in a bottle"),
    "island": gettext_lazy("Island"),
    "moon": gettext_lazy("Moon over the sea"),
    "wave": gettext_lazy("Wave"),
    "dice": gettext_lazy("Dice"),
    "cup": gettext_lazy("Dice cup"),
    "gull": gettext_lazy("Gull"),
    "penguin": gettext_lazy("Penguin"),
    "cat": gettext_lazy("Cat"),
    "whale": gettext_lazy("Whale"),
    "fish": gettext_lazy("Fish"),
    "crab": gettext_lazy("Crab"),
    "octopus": gettext_lazy("Octopus"),
    "turtle": gettext_lazy("Turtle"),
    "starfish": gettext_lazy("Starfish"),
    "shell": gettext_lazy("Shell"),
}
"""The drawings to choose from: name and title."""


class UnknownAvatar(Exception):
    """There is no drawing of this name."""


def avatar_of(player: User) -> str:
    persona = persona_of(player)
    if persona:
        return f"bot-{persona}"
    return player.avatar or flags_of(player.name, player.pk)


def flags_of(name: str, player_id: int) -> str:
    """Return two letters: the first letter of the name, and another that depends on the player's
    id. If the name does not begin with a letter from A to Z, both depend on the id.
    """
    number = zlib.crc32(str(player_id).encode())
    first = unicodedata.normalize("NFKD", name).upper()[:1]
    if not first or first not in LETTERS:
        first = LETTERS[number // 26 % 26]
    others = LETTERS.replace(first, "")
    return first + others[number % len(others)]


def save_avatar(player: User, avatar: str) -> None:
    """Store the drawing that an account chose; "" for its signal flags. Raises UnknownAvatar.

    The caller tells the player's rooms.
    """
    if avatar and avatar not in DRAWINGS:
        raise UnknownAvatar
    User.objects.filter(pk=player.pk).update(avatar=avatar)
    player.avatar = avatar
