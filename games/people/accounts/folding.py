"""Forms of names that are equal for names that count as the same, and the sequences of characters
that show the same or only stretch a word.
"""

import re
import unicodedata

from games.people.accounts.characters import drop_unseen

# Kashida, and the same of N'Ko and Mongolian.
STRETCHERS = dict.fromkeys(map(ord, "\u0640\u07fa\u180a"))

# Of each script's chapter in the Unicode Standard ("do not use"), and of what people type by eye.
SAME = {
    "\u0e40\u0e40": "\u0e41",  # Thai: sara e twice is sara ae
    "\u0ec0\u0ec0": "\u0ec1",  # Lao: the same
    "\u17c1\u17b6": "\u17c4",  # Khmer: vowel signs of two parts
    "\u17c1\u17b8": "\u17be",
    "\u102f\u102d": "\u102d\u102f",  # Burmese: the signs above and below, in either order
    "\u1009\u102e": "\u1025\u102e",  # Burmese: "u" and the sign "ii" are the letter "uu"
    "\u1047": "\u101b",  # Burmese: the digit seven is drawn like the letter "ra"
}
# The letter "uu" in NFC.
ANY = re.compile("|".join(SAME))
UU, UU_PARTS = "\u1026", "\u1025\u102e"
FOLDED_LENGTH = 150
"""Length of the columns. Folding can turn one character into up to eighteen."""


def drop_stretchers(text: str) -> str:
    """Return `text` without characters that only make a word longer, unless it has no others."""
    return text.translate(STRETCHERS) or text


def unify_sequences(text: str) -> str:
    """Return a text that is the same for all that show the same sequences."""
    return ANY.sub(lambda found: SAME[found[0]], text.replace(UU, UU_PARTS))


# Turkish has two letters for the one "i" of others, and keyboards have several signs for one.
ONE_FORM = str.maketrans(
    {
        **dict.fromkeys("İı", "i"),
        **dict.fromkeys("‘’‛ʻʼʽʾʿˈ`´′＇ʹ՚׳ꞌꞋ", "'"),  # noqa: RUF001
        **dict.fromkeys("“”„‟″״＂", '"'),  # noqa: RUF001
        **dict.fromkeys("‐‑‒–—−֊־", "-"),  # noqa: RUF001
        **dict.fromkeys("•・･‧∙⋅·", "·"),
        # Persian and Arabic keyboards. The dotless "\u0649" is a letter of its own in Arabic: with
        # it, "Huda" is another name than with "\u064a".
        "\u06cc": "\u064a",
        "\u06a9": "\u0643",
        **{chr(first + digit): str(digit) for first in (0x660, 0x6F0) for digit in range(10)},
        # Yoruba has a stroke or a dot below its letters.
        "\u0329": "\u0323",
    }
)
DOT = re.compile("(?<=[iI])\u0307")
# Greek capitals have no accents.
ACCENTS_OF_GREEK = re.compile(
    "(?<=[\u0370-\u03ff])[\u0300\u0301\u0304\u0306\u0308\u0313\u0314\u0342\u0345]+"
)
# The Armenian ligature "ev" has two ways to write it in capitals.
EV_APART, EV = "\u0565\u0582", "\u0565\u057e"


def handle(name: str) -> str:
    """Return the name in small letters: NFKC, case folded. Version 1.0 finds accounts by it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def fold(name: str) -> str:
    """Return the form in which names of accounts are unique, and by which people sign in.

    It is the same for all ways to type a name: in any letter case, in Turkish, too (an "i" is the
    same with and without a dot), and in Greek, with and without accents; with any apostrophe,
    hyphen and quotation mark; on Arabic and Persian keyboards; with and without joiners.
    """
    plain = unicodedata.normalize("NFKD", name.translate(ONE_FORM)).translate(ONE_FORM)
    plain = ACCENTS_OF_GREEK.sub("", DOT.sub("", " ".join(plain.split())))
    seen = unify_sequences(drop_stretchers(drop_unseen(plain)))
    folded = unicodedata.normalize("NFKC", seen).casefold().replace(EV_APART, EV)
    return unicodedata.normalize("NFKC", folded)
