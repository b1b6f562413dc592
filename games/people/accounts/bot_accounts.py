"""The accounts of bots: one for each personality, created at its first use; and
bots as pages and their scripts show them.
"""

import json
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.translation import gettext

from games.core.bots import PERSONALITIES
from games.people.accounts.models import User

# Longer than the longest name of a person, so no person can take it.
HANDLE = "the-house-plays-as-{}"
DEFAULT_BOTS = ("breeze", "pip", "skipper", "gull", "marlin", "anchor", "polaris")
"""The bots that pages and pickers offer, in the order in which unnamed ones are chosen."""


def find_bot(id_: str) -> int:
    """Return the id of the bot with this personality, whose account is created at its first use.

    Raises KeyError if there is no such personality.
    """
    personality = PERSONALITIES[id_]
    bot, made = User.objects.get_or_create(
        username=HANDLE.format(id_), defaults={"name": personality.name, "is_bot": True}
    )
    if made:
        bot.set_unusable_password()
        bot.save()
    return bot.pk


def find_bots(count: int, wanted: tuple[str, ...] = ()) -> list[int]:
    """Return the ids of `count` different bots: those `wanted` first, then the default ones.

    Uses at most len(DEFAULT_BOTS) default ones. Raises KeyError for an unknown personality.
    """
    ids = dict.fromkeys((*wanted, *DEFAULT_BOTS))
    return [find_bot(id_) for id_ in list(ids)[:count]]


def persona_of(user: User | None) -> str:
    """Return the id of a bot's personality; "" for people, None, and bots without a personality."""
    if user is None or not user.is_bot:
        return ""
    id_ = user.username.removeprefix(HANDLE.format(""))
    return id_ if id_ in PERSONALITIES else ""


class BotCard(NamedTuple):
    """A bot's name, description and picture. `face` is the URL of the picture."""

    id: str
    name: str
    title: str
    line: str
    face: str


def bot_cards() -> list[BotCard]:
    """Return the bots in the order in which they are offered."""
    found = (PERSONALITIES[id_] for id_ in DEFAULT_BOTS)
    return [
        BotCard(bot.id, bot.name, gettext(bot.title), gettext(bot.line), face_of(bot.id))
        for bot in found
    ]


def face_of(persona: str) -> str:
    """Return the address of a bot's picture. All are in one file."""
    return f"{static('img/bots.svg')}#{persona}"


def bots_json() -> str:
    return json.dumps({card.id: card._asdict() for card in bot_cards()})
