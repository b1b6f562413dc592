"""Forms of names that are equal for names that count as the same."""

import re
import unicodedata

from games.accounts.unseen import drop_unseen

FOLDED_LENGTH = 150
"""Length of the columns. Folding can turn one character into up to eighteen."""

# Turkish has two letters for the one "i" of others, and keyboards have several signs for one.
ONE_FORM = str.maketrans(
    {
        **dict.fromkeys("İı", "i"),
        **dict.fromkeys("‘’‛ʻʼʽʾʿ`´′＇ʹ՚׳", "'"),  # noqa: RUF001
        **dict.fromkeys("‐‑‒–—−", "-"),  # noqa: RUF001
    }
)
DOT = re.compile("(?<=[iI])\u0307")


def handle(name: str) -> str:
    """Return the name in small letters: NFKC, case folded. Version 1.0 finds accounts by it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def fold(name: str) -> str:
    """Return the form in which names of accounts are unique, and by which people sign in.

    It is the same for all ways to type a name: in any letter case, in Turkish, too (an "i" is the
    same with and without a dot), with any apostrophe and hyphen, with and without joiners.
    """
    plain = unicodedata.normalize("NFKD", name.translate(ONE_FORM))
    seen = drop_unseen(" ".join(DOT.sub("", plain).split()))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
