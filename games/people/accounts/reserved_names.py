"""Names that nobody can take, because they pose as the site, its staff or its bots;
also with signs and praise around them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, permutations

from games.core.bots import PERSONALITIES
from games.people.accounts.lookalikes import read_pairs, skeleton
from games.people.accounts.staff_words import SITE_WORDS, STAFF_WORDS, TEAMS
from games.people.accounts.word_lists import CAMEL, SIGNS, WordList

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


RESERVED = ("deleted player", "yacht", "system", "root", "service", *TEAMS)
"""Reserved as a whole name only."""

SITE = "yacht"

APOSTROPHES = re.compile("['\u2018\u2019`\u00b4]")

BOT_WORDS = ("bot", "bots")


def is_reserved(name: str) -> bool:
    """Whether this is, or looks like, a name of the site, its staff or a bot."""
    look = skeleton(name)
    # "Pip 2" would pass for a bot, too. Of a "0", nobody knows whether it is meant as a letter.
    letters = {"".join(filter(str.isalpha, SIGNS.sub("", each))) for each in (look, name)}
    forms = (form for text in (name, look) for form in (text, *bare_forms(text)))
    return (
        not _reserved_skeletons().isdisjoint(map(skeleton, forms))
        or not _bot_skeletons().isdisjoint(map(skeleton, letters))
        or _player_words().find(name) is not None
        or poses_as_staff(name)
    )


def poses_as_staff(text: str) -> bool:
    """Whether a name, of anything, speaks for the site or its staff."""
    # An apostrophe begins a word ("it's hit or miss"), and no name of the staff has one.
    readings = {text, APOSTROPHES.sub(".", text), read_pairs(text)}
    return any(_staff_words().find(each) is not None for each in readings)


@cache
def _staff_words() -> WordList:
    return WordList(chain.from_iterable(STAFF_WORDS.values()))


@cache
def _player_words() -> WordList:
    """Return words that are innocent in the name of an event, and not in a player's."""
    words = chain.from_iterable(SITE_WORDS.values())
    pairs = (pair for word in words for pair in permutations((SITE, word)))
    return WordList((*BOT_WORDS, *(glue.join(pair) for pair in pairs for glue in ("", " "))))


@cache
def _reserved_skeletons() -> frozenset[str]:
    joined = (name.replace(" ", glue) for name in RESERVED for glue in GLUE)
    return frozenset(map(skeleton, _cases(joined)))


@cache
def _bot_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, _cases(bot.name for bot in PERSONALITIES.values())))


def _cases(names: Iterable[str]) -> Iterator[str]:
    # How a name looks depends on its letter case.
    return (form for name in names for form in (name.lower(), name.title(), name.upper()))
