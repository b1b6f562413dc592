"""Names that the browser gets in English, and translates: of boxes, switches and reasons."""

from collections.abc import Iterator

from games.core.engine.sheet import SECTIONS
from games.core.rules import MORE_GAMES, VARIANTS
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import HINTS, NOTES
from games.core.rules.more_games import DOUBLE_GENERALA
from games.record.ratings.model import UnratedReason


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
