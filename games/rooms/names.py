"""Names that the browser gets in English, and translates: of boxes, switches and reasons."""

from collections.abc import Iterator

from games.engine.sheet import SECTIONS
from games.ratings.model import UnratedReason
from games.rules import MORE_GAMES, VARIANTS
from games.rules.catalogue import CATALOGUE
from games.rules.choices import HINTS, NOTES
from games.rules.more_games import DOUBLE_GENERALA


def browser_names() -> Iterator[str]:
    """Yield them; some more than once."""
    for category in (*CATALOGUE.values(), DOUBLE_GENERALA):
        yield category.name
        yield category.hint
    yield from HINTS
    yield from NOTES.values()
    for variant in (*VARIANTS.values(), *MORE_GAMES.values()):
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
