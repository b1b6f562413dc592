"""Names that are data: of variants, boxes, switches and bots.

The packages that define them know no Django. Pages and the browser translate them by their text.
"""

from collections.abc import Iterator

from games.bots import PERSONALITIES
from games.engine import CLOCK_NAMES
from games.engine.sheet import SECTIONS
from games.protocol.errors import TRY_AGAIN
from games.ratings.model import UnratedReason
from games.rules import VARIANTS
from make.messages.extraction import Marked

RULES = "games/rules/variants.py"


def of_sheets() -> Iterator[Marked]:
    """Yield the names that the browser gets in English: sheets, switches and reasons."""
    for variant in VARIANTS.values():
        for category in variant.categories:
            yield Marked(category.name, RULES)
            yield Marked(category.hint, RULES)
        for switch in variant.switch_choices.values():
            yield Marked(switch.name, RULES)
            for choice in switch.choices:
                yield Marked(choice.name, RULES)
    for _id, name in SECTIONS:
        yield Marked(name, "games/engine/sheet.py")
    for reason in UnratedReason:
        yield Marked(reason.words, "games/ratings/model.py")
        yield Marked(reason.words_in_arena, "games/ratings/model.py")


def of_data() -> Iterator[Marked]:
    """Yield all names that pages show."""
    yield from of_sheets()
    for variant in VARIANTS.values():
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
