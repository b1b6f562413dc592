"""Names of players: what they may be, and which are taken."""

import unicodedata

from django.db.models.functions import Lower

from games.models import User

NAME_LENGTH = 20


# Of the column. Folding makes some single letters into words of eighteen.
HANDLE_LENGTH = 150


DELETED_NAME = "Deleted player"


RESERVED_HANDLES = {"deleted player", "admin", "administrator", "moderator", "system", "yacht"}


# Letters that show nothing at all, though Unicode counts them as letters or symbols.
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U0001d159"), " ")


# Marks that show nothing: Unicode's "default ignorable" ones. Two names that differ in them alone
# look the same.
UNSEEN_MARKS = (
    {0x034F, 0x17B4, 0x17B5}
    | {*range(0x180B, 0x1810)}
    | {*range(0xFE00, 0xFE10)}
    | {*range(0xE0100, 0xE01F0)}
)


INVISIBLE = {**BLANKS, **dict.fromkeys(UNSEEN_MARKS)}


# Scripts that are written together.
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}


# Small letters of Greek and of Cyrillic that look like Latin ones: whole names can be made of them.
LATIN_LOOKS = {
    "GREEK": ("αονρτυχικ", "aovptuxik"),
    "CYRILLIC": ("аеорсухіјѕһԁԛԝкмтв", "aeopcyxijshdqwkmtb"),
}


PATHS = {".", ".."}


class NameRefused(ValueError):
    """This name cannot be taken. `code` is `empty`, `too_long`, `mixed`, `reserved` or `taken`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def clean_name(raw: str) -> str:
    """Return the name as others will see it: NFC, 1 to 20 signs, nothing invisible in it.

    Control, bidirectional and zero-width characters vanish and runs of spaces become one, so that
    a name can neither hide nor rearrange the text around it. Raises `NameRefused`.
    """
    if len(raw) > 10 * NAME_LENGTH:
        raise NameRefused("too_long", f"A name has at most {NAME_LENGTH} letters.")
    text = unicodedata.normalize("NFC", raw).translate(INVISIBLE)
    # str.split() knows all of Unicode's spaces, line breaks among them; what is left of
    # category C is control, format (bidi, zero-width), surrogate, private or unassigned.
    words = "".join(" " if c.isspace() else c for c in text).split()
    visible = ("".join(c for c in word if unicodedata.category(c)[0] != "C") for word in words)
    # Once more: letters and marks that something invisible kept apart are next to each other now.
    name = unicodedata.normalize("NFC", " ".join(word for word in visible if word))
    if not name:
        raise NameRefused("empty", "Please type a name.")
    if len(name) > NAME_LENGTH:
        raise NameRefused("too_long", f"A name has at most {NAME_LENGTH} letters.")
    if len(scripts_of(name)) > 1:
        raise NameRefused("mixed", "Please write your name in the letters of one alphabet.")
    if not RESERVED_HANDLES.isdisjoint({handle(name), *twins(name)}) or name in PATHS:
        raise NameRefused("reserved", "This name is not free, please choose another.")
    return name


def scripts_of(name: str) -> set[str]:
    """Return the scripts of the letters of a name, as Unicode's names of letters begin.

    East Asian ones count as one, which goes with Latin, as people write them.
    """
    letters = (c for c in unicodedata.normalize("NFKC", name) if c.isalpha())
    found = {unicodedata.name(c, "UNNAMED").split()[0] for c in letters}
    if found & EAST_ASIAN:
        return found - EAST_ASIAN - {"LATIN"} | {"EAST ASIAN"}
    return found


def twins(name: str) -> set[str]:
    """Return the handles that look like this name's in another alphabet."""
    mine = handle(name)
    found = set()
    for theirs, latin in LATIN_LOOKS.values():
        for one, other in ((theirs, latin), (latin, theirs)):
            if any(c.isalpha() for c in mine) and all(c in one for c in mine if c.isalpha()):
                found.add(mine.translate(str.maketrans(one, other)))
    return found - {mine}


def handle(name: str) -> str:
    """Return the form in which the names of accounts are unique and found: NFKC, case folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def find_account(name: str) -> User | None:
    """Return the account of this name in any letter case; never a guest."""
    # The handle is folded already; Lower() also finds those that `createsuperuser` made.
    by_handle = User.objects.annotate(lower=Lower("username")).filter(lower=handle(name))
    return by_handle.filter(is_guest=False, is_active=True).first()


def check_free(name: str, *, but: User | None = None) -> None:
    """Raise `NameRefused` when an account other than `but` has this name."""
    if len(handle(name)) > HANDLE_LENGTH:
        raise NameRefused("too_long", "Please choose a shorter name.")
    taken_by = {find_account(each) for each in (name, *twins(name))} - {None, but}
    if taken_by:
        raise NameRefused("taken", "Somebody has this name already, please choose another.")


def taken_name() -> NameRefused:
    """Return the refusal for a name that somebody else took a moment ago."""
    return NameRefused("taken", "Somebody has this name already, please choose another.")
