"""The faces of the house's players, for pages and for the scripts on them."""

import json
from typing import NamedTuple

from django.templatetags.static import static

from games.accounts.bot_accounts import DEFAULT_BOTS
from games.bots import PERSONALITIES


class BotCard(NamedTuple):
    """What pages show of a bot; `face` is the address of its picture."""

    id: str
    name: str
    title: str
    line: str
    face: str


def bot_cards() -> list[BotCard]:
    """Return the house's players in the order in which they are asked to play."""
    found = (PERSONALITIES[id_] for id_ in DEFAULT_BOTS)
    return [
        BotCard(bot.id, bot.name, bot.title, bot.line, static(f"img/bots/{bot.id}.svg"))
        for bot in found
    ]


def bots_json() -> str:
    """Return the same for scripts, by id."""
    return json.dumps({card.id: card._asdict() for card in bot_cards()})
