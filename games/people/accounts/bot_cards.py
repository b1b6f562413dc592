"""Bots as pages and their scripts show them."""

import json
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.translation import gettext

from games.core.bots import PERSONALITIES
from games.people.accounts.bot_accounts import DEFAULT_BOTS


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
    """Return the bots as JSON by id, for scripts."""
    return json.dumps({card.id: card._asdict() for card in bot_cards()})
