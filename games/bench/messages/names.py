"""Names that are data: of variants, boxes, switches and bots.

The packages that define them know no Django. Pages and the browser translate them by their text.
"""

from collections.abc import Iterator

from games.bench.messages.extraction import Marked
from games.bots import PERSONALITIES
from games.engine.sheet import SECTIONS
from games.rules import VARIANTS

RULES = "games/rules/variants.py"


def of_sheets() -> Iterator[Marked]:
    """Yield the names that the browser gets in English: those of a sheet, and of the variants."""
    for variant in VARIANTS.values():
        yield Marked(variant.name, RULES)
        for category in variant.categories:
            yield Marked(category.name, RULES)
            yield Marked(category.hint, RULES)
    for _id, name in SECTIONS:
        yield Marked(name, "games/engine/sheet.py")


def of_data() -> Iterator[Marked]:
    """Yield all names that pages show."""
    yield from of_sheets()
    for variant in VARIANTS.values():
        for switch in variant.switch_choices.values():
            yield Marked(switch.name, RULES)
            for choice in switch.choices:
                yield Marked(choice.name, RULES)
                yield Marked(choice.hint, RULES)
    for bot in PERSONALITIES.values():
        for text in (bot.title, bot.line):
            yield Marked(text, "games/bots/personalities.py")
