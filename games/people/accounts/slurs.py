"""Slurs and insults in names and chat. The lists are in slurs/, one file per language, and an
operator can add a file of their own (settings.EXTRA_SLURS).
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from games.people.accounts.word_lists import WordList

LISTS = Path(__file__).with_name("slurs")


def find_slur(text: str) -> str | None:
    """Return the entry of the lists that this text contains, None if it contains none.

    The time is bounded: about 1 ms for 200 characters.
    """
    return _words().find(text)


@cache
def _words() -> WordList:
    """Return the lists, which are read once."""
    paths = sorted(LISTS.glob("*.txt"))
    if settings.EXTRA_SLURS:
        paths.append(Path(settings.EXTRA_SLURS))
    return WordList(entry for path in paths for entry in _entries(path.read_text(encoding="utf-8")))


def _entries(text: str) -> Iterator[str]:
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    # An entry without a letter would match everything.
    return (line.lower() for line in lines if any(map(str.isalpha, line)))
