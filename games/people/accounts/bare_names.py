"""Names without what they are decorated with."""

import re
import unicodedata
from collections.abc import Iterator

from games.people.accounts.word_lists import CAMEL, SIGNS

# An account "The Real Anna" would pass for "Anna".
PRAISE = {"the", "real", "true", "original", "der", "die", "echt", "echte", "echter"}
CROSSES = re.compile(r"(?i)^x+(.+?)x+$")
GLUE = ("", " ", "_", "-", ".")


def bare_forms(name: str) -> Iterator[str]:
    """Return the names that this one may be written for with signs, and words such as "the real"
    around them.
    """
    letters = (c if unicodedata.category(c)[0] in "LMN" else " " for c in SIGNS.sub(" ", name))
    plain = "".join(letters).strip()
    for text in (plain, CAMEL.sub(" ", plain), CROSSES.sub(r"\1", plain)):
        words = text.split()
        meant = [word for word in words if word.casefold() not in PRAISE] or words
        yield from (glue.join(some) for some in (words, meant) for glue in GLUE)
