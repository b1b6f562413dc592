"""Names that nobody can take, because they pose as the site, its staff or its bots."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations

from games.accounts.lookalikes import skeleton
from games.accounts.word_lists import WordList
from games.bots import PERSONALITIES

RESERVED = ("deleted player", "yacht", "system", "team", "the team", "das team", "root", "service")
"""Reserved as a whole name only."""

STAFF_WORDS = (
    *("admin*", "moderator*", "moderation", "mod", "mods", "staff", "support", "official"),
    *("operator", "sysadmin*", "webmaster*", "superuser", "site owner"),
    *("offiziell", "offizielle", "offizieller", "offizielles", "betreiber", "betreiberin"),
    *("verwaltung", "kundendienst", "kundenservice", "turnierleitung", "spielleitung"),
)
"""A name with one of these words speaks for the site, in English or German."""

SITE, SITE_WORDS = (
    "yacht",
    (
        *("team", "service", "help", "helper", "info", "news", "security", "server", "system"),
        *("hilfe", "helfer", "helferin", "leitung", "sicherheit"),
    ),
)
"""Words that speak for the site together with its name, such as in "Yacht team"."""

BOT_WORDS = ("bot", "bots")


def is_reserved(name: str) -> bool:
    """Whether this is, or looks like, a name of the site, its staff or a bot."""
    look = skeleton(name)
    # "Pip 2" would pass for a bot, too. Of a "0", nobody knows whether it is meant as a letter.
    letters = {"".join(filter(str.isalpha, each)) for each in (look, name)}
    return (
        look in _reserved_skeletons()
        or not _bot_skeletons().isdisjoint(map(skeleton, letters))
        or _player_words().find(name) is not None
        or poses_as_staff(name)
    )


def poses_as_staff(text: str) -> bool:
    """Whether a name, of anything, speaks for the site or its staff."""
    return _staff_words().find(text) is not None


@cache
def _staff_words() -> WordList:
    return WordList(STAFF_WORDS)


@cache
def _player_words() -> WordList:
    """Return words that are innocent in the name of an event, and not in a player's."""
    pairs = (pair for word in SITE_WORDS for pair in permutations((SITE, word)))
    return WordList((*BOT_WORDS, *(glue.join(pair) for pair in pairs for glue in ("", " "))))


@cache
def _reserved_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, _cases(RESERVED)))


@cache
def _bot_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, _cases(bot.name for bot in PERSONALITIES.values())))


def _cases(names: Iterable[str]) -> Iterator[str]:
    # How a name looks depends on its letter case.
    return (form for name in names for form in (name.lower(), name.title(), name.upper()))
