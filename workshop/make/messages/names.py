"""Names that are data: of variants, boxes, switches and bots.

The packages that define them know no Django. Pages and the browser translate them by their text.
"""

from collections.abc import Iterator

from games.core.bots import PERSONALITIES
from games.core.engine import CLOCK_NAMES
from games.core.protocol.errors import TRY_AGAIN
from games.core.rules import MORE_GAMES, NAMED, VARIANTS
from games.tables.rooms.words import browser_names
from workshop.make.messages.extraction import Marked

RULES = "games/core/rules/variants.py"


def of_data() -> Iterator[Marked]:
    """Yield all names that pages show."""
    for name in browser_names():
        if not name.endswith("+"):
            yield Marked(name, "games/tables/rooms/words.py")
    for _name, tagline in NAMED.values():
        yield Marked(tagline, "games/core/rules/more_games.py")
    for variant in (*VARIANTS.values(), *MORE_GAMES.values()):
        yield Marked(variant.tagline, RULES)
        for switch in variant.switch_choices.values():
            for choice in switch.choices:
                yield Marked(choice.hint, RULES)
    yield Marked(TRY_AGAIN, "games/core/protocol/errors.py")
    for name in CLOCK_NAMES.values():
        yield Marked(name, "games/core/engine/clocks.py")
    for bot in PERSONALITIES.values():
        for text in (bot.title, bot.line):
            yield Marked(text, "games/core/bots/personalities.py")
