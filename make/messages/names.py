"""Names that are data: of variants, boxes, switches and bots.

The packages that define them know no Django. Pages and the browser translate them by their text.
"""

from collections.abc import Iterator

from games.bots import PERSONALITIES
from games.engine import CLOCK_NAMES
from games.protocol.errors import TRY_AGAIN
from games.rooms.names import browser_names
from games.rules import MORE_GAMES, NAMED, VARIANTS
from make.messages.extraction import Marked

RULES = "games/rules/variants.py"


def of_data() -> Iterator[Marked]:
    """Yield all names that pages show."""
    for name in browser_names():
        yield Marked(name, "games/rooms/names.py")
    for _name, tagline in NAMED.values():
        yield Marked(tagline, "games/rules/more_games.py")
    for variant in (*VARIANTS.values(), *MORE_GAMES.values()):
        yield Marked(variant.tagline, RULES)
        for switch in variant.switch_choices.values():
            for choice in switch.choices:
                yield Marked(choice.hint, RULES)
    yield Marked(TRY_AGAIN, "games/protocol/errors.py")
    for name in CLOCK_NAMES.values():
        yield Marked(name, "games/engine/clocks.py")
    for bot in PERSONALITIES.values():
        for text in (bot.title, bot.line):
            yield Marked(text, "games/bots/personalities.py")
