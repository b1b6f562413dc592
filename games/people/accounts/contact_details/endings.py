"""Top-level domains: which there are, and which of them are words in everyday speech.

`top_level_domains.txt` is IANA's list; `script/make domains` writes it. The other lists say which
of them are words, too; their first lines tell what that means.
"""

from functools import cache
from pathlib import Path

from games.people.accounts.contact_details.reading import fold
from games.people.accounts.lookalikes import skeleton

HERE = Path(__file__).parent
FILE = HERE / "top_level_domains.txt"

CORE = frozenset(("com", "net", "org"))
"""Nobody ends a sentence before one of these and forgets the space."""
_CORE_LOOKS = frozenset(map(skeleton, CORE))


def words_of(name: str) -> frozenset[str]:
    """Return the words of a list of this package, folded. Lines that begin with "#" are none."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    words = (word for line in lines if not line.startswith("#") for word in line.split())
    return frozenset(map(fold, words))


@cache
def all_endings() -> frozenset[str]:
    """Return all top-level domains, also as people write those of other scripts."""
    found = words_of("top_level_domains")
    coded = (name for name in found if name.startswith("xn--"))
    return found | {fold(name.encode("ascii").decode("idna")) for name in coded}


@cache
def _everyday() -> frozenset[str]:
    return words_of("everyday_endings")


@cache
def _common() -> frozenset[str]:
    return words_of("common_endings")


def is_core(word: str) -> bool:
    """Whether this is, or looks like, one of the oldest endings: "c0m"."""
    return skeleton(word) in _CORE_LOOKS


def is_ending(word: str) -> bool:
    """Whether there is such a top-level domain."""
    return word in all_endings() or is_core(word)


def is_speech(word: str) -> bool:
    """Whether people also begin sentences with this ending. So they may with all of scripts that
    need no space after a full stop.
    """
    return word in _everyday() or any("\u2e80" <= letter <= "\ud7ff" for letter in word)


def is_common(word: str) -> bool:
    """Whether both is common: a link with this ending, and a sentence that begins with it."""
    return word in _common()
