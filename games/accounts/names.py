"""Names of players: which are valid, and which are taken."""

import secrets
import unicodedata
from functools import cache

from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_noop

from games.accounts.lookalikes import INVISIBLE, skeleton
from games.accounts.models import User
from games.bots import PERSONALITIES
from games.refusal import Refusal

NAME_LENGTH = 20
# Length of the column. Folding can turn one character into up to eighteen.
HANDLE_LENGTH = 150
DELETED_NAME = gettext_noop("Deleted player")
RESERVED_HANDLES = {"deleted player", "admin", "administrator", "moderator", "system", "yacht"}


def translated_name(name: str) -> str:
    """Return a player's name as pages show it. The name of a deleted account is translated."""
    return gettext(name) if name == DELETED_NAME else name


# Scripts that are used together in one name.
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}


PATHS = {".", ".."}


class NameRefused(Refusal):
    """This name cannot be taken. `code` is `empty`, `too_long`, `mixed`, `marks`, `reserved` or
    `taken`.
    """


def clean_name(raw: str) -> str:
    """Return the name as others will see it: 1 to 20 characters, see `visible_name`. Raises
    `NameRefused`.
    """
    name = visible_name(raw, NAME_LENGTH)
    if len(scripts_of(name)) > 1:
        raise NameRefused("mixed", "Please use letters of one alphabet only.")
    if is_reserved(name):
        raise NameRefused("reserved", "This name is reserved. Please choose another one.")
    return name


def visible_name(raw: str, most: int) -> str:
    """Return a name of anything as others will see it: NFC, 1 to `most` characters, none of them
    invisible or an extra mark.

    Control, bidirectional and zero-width characters are removed, and runs of spaces become one
    space: a name can neither hide nor rearrange the text around it. Raises `NameRefused`.
    """
    if len(raw) > 10 * most:
        raise NameRefused("too_long", "A name can have at most %(most)s characters.", most=most)
    text = unicodedata.normalize("NFC", raw).translate(INVISIBLE)
    # isspace() includes line breaks. What is left of category C is control, format (bidi,
    # zero-width), surrogate, private or unassigned.
    words = "".join(" " if c.isspace() else c for c in text).split()
    visible = ("".join(c for c in word if unicodedata.category(c)[0] != "C") for word in words)
    # Normalize again: an invisible character may have separated a letter from its mark.
    name = unicodedata.normalize("NFC", " ".join(word for word in visible if word))
    if not name:
        raise NameRefused("empty", "Please enter a name.")
    if len(name) > most:
        raise NameRefused("too_long", "A name can have at most %(most)s characters.", most=most)
    if any(map(is_loose_mark, name)):
        raise NameRefused("marks", "Please use letters without extra marks.")
    return name


def is_loose_mark(character: str) -> bool:
    """Whether this is a mark that fits any letter, such as a line below. After NFC it is not part
    of a letter of an alphabet. Vowel signs and the like belong to their script, so they are not
    loose.
    """
    return unicodedata.name(character, "").startswith("COMBINING")


def is_reserved(name: str) -> bool:
    """Whether this is, or looks like, a name of the site or of a bot, or part of a path."""
    return (
        handle(name) in RESERVED_HANDLES
        or skeleton(name) in _reserved_skeletons()
        or (name in PATHS)
    )


@cache
def _reserved_skeletons() -> frozenset[str]:
    # How a name looks depends on its letter case.
    names = {*RESERVED_HANDLES, *(bot.name for bot in PERSONALITIES.values())}
    forms = (form for name in names for form in (name.lower(), name.title(), name.upper()))
    return frozenset(map(skeleton, forms))


def scripts_of(name: str) -> set[str]:
    """Return the scripts of a name's letters: the first words of their Unicode names.

    East Asian scripts count as one, together with Latin: people mix them.
    """
    letters = (c for c in unicodedata.normalize("NFKC", name) if c.isalpha())
    found = {unicodedata.name(c, "UNNAMED").split()[0] for c in letters}
    if found & EAST_ASIAN:
        return found - EAST_ASIAN - {"LATIN"} | {"EAST ASIAN"}
    return found


def handle(name: str) -> str:
    """Return the form in which names of accounts are unique: NFKC, case folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def find_account(name: str) -> User | None:
    """Return the account of this name in any letter case; never a guest."""
    if "\0" in name:
        # No account has such a name, and PostgreSQL rejects NUL in text.
        return None
    # Handles are folded already, except those that `createsuperuser` made.
    by_handle = User.objects.annotate(lower=Lower("username")).filter(lower=handle(name))
    return by_handle.filter(is_guest=False, is_active=True).first()


def check_free(name: str, *, but: User | None = None) -> None:
    """Raise `NameRefused` if an account other than `but` has this name or one that looks like it.

    Guests need a free name, too, so that nobody can pass for an account.
    """
    if len(handle(name)) > HANDLE_LENGTH:
        raise NameRefused("too_long", "Please choose a shorter name.")
    if find_account(name) not in (None, but):
        raise taken_name(name)
    alike = User.objects.filter(skeleton=skeleton(name), is_guest=False)
    if any(other != but for other in alike):
        raise taken_name(name)


def taken_name(name: str) -> NameRefused:
    """Return the refusal for a name that an account has, or that looks like one: with a free one,
    if there is one like it.
    """
    free = _free_name_like(name)
    if free is None:
        return NameRefused("taken", "This name is taken. Please choose another one.")
    return NameRefused("taken", "This name is taken. How about “%(free)s”?", free=free)


def _free_name_like(name: str) -> str | None:
    """Return `name` with a number that no account has, or None."""
    for number in (2, 3, secrets.randbelow(90) + 10, secrets.randbelow(900) + 100):
        found = f"{name[: NAME_LENGTH - 4].rstrip()} {number}"
        is_taken = User.objects.filter(is_guest=False, skeleton=skeleton(found)).exists()
        if not is_taken and find_account(found) is None and len(handle(found)) <= HANDLE_LENGTH:
            return found
    return None
