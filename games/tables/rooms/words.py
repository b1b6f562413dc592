"""Words of boxes, switches and reasons. The browser gets them in English, and translates them;
pages have them in the reader's language.
"""

import re
from collections.abc import Iterator

from django.utils.translation import gettext

from games.core.engine.sheet import SECTIONS
from games.core.rules import MORE_GAMES, NAMED, VARIANTS
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import HINTS, NOTES
from games.core.rules.more_games import DOUBLE_GENERALA
from games.record.ratings.model import UnratedReason

FIRST_ROLL = re.compile(r"; (\d+) more in the first roll$")


def hint_words(hint: str) -> str:
    """Return a box's hint, which the rules have in English. It may end with what the first roll
    brings.
    """
    found = FIRST_ROLL.search(hint)
    if found is None:
        return gettext(hint)
    return gettext("%(hint)s; %(points)s more in the first roll") % {
        "hint": gettext(hint[: found.start()]),
        "points": found[1],
    }


def browser_names() -> Iterator[str]:
    """Yield them; some more than once."""
    for category in (*CATALOGUE.values(), DOUBLE_GENERALA):
        yield category.name
        yield category.hint
    yield from HINTS
    yield from NOTES.values()
    for name, _tagline in NAMED.values():
        yield name
    for variant in (*VARIANTS.values(), *MORE_GAMES.values()):
        yield variant.usual_name
        yield f"{variant.usual_name}+"
        for category in variant.categories:
            yield category.name
            yield category.hint
        for switch in variant.switch_choices.values():
            yield switch.name
            for choice in switch.choices:
                yield choice.name
    for _id, name in SECTIONS:
        yield name
    for reason in UnratedReason:
        yield reason.words
