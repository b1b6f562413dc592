"""Names of players: which are valid, and which are taken."""

import re
import secrets
import unicodedata
from collections.abc import Iterator

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_noop

from games.accounts.contact_details.finder import find_details
from games.accounts.lookalikes import INVISIBLE, skeleton
from games.accounts.models import User
from games.accounts.reserved_names import is_reserved, poses_as_staff
from games.accounts.slurs import find_slur
from games.accounts.word_lists import CAMEL
from games.refusal import Refusal

NAME_LENGTH = 20
# Length of the column. Folding can turn one character into up to eighteen.
HANDLE_LENGTH = 150
DELETED_NAME = gettext_noop("Deleted player")
RESERVED_NAME = gettext_noop("This name is reserved. Please choose another one.")
CONTACT_IN_NAME = gettext_noop(
    "Please choose a name without a link, an address, a phone number or a name on another site."
)


def translated_name(name: str) -> str:
    """Return a player's name as pages show it. The name of a deleted account is translated."""
    return gettext(name) if name == DELETED_NAME else name


# Scripts that are used together in one name.
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}


PATHS = {".", ".."}

# Staff, and accounts on a leaderboard by rating: others could gain by their names.
WELL_KNOWN = Q(is_staff=True) | Q(ratings__listed=True)
# What names are decorated with; an account "The Real Anna" would pass for "Anna".
PRAISE = {"the", "real", "true", "original", "der", "die", "echt", "echte", "echter"}
CROSSES = re.compile(r"(?i)^x+(.+?)x+$")
GLUE = ("", " ", "_", "-", ".")


class NameRefused(Refusal):
    """This name cannot be taken. `code` is `empty`, `too_long`, `mixed`, `marks`, `slur`,
    `contact`, `reserved`, `taken` or `closed`.
    """


def clean_name(raw: str) -> str:
    """Return the name as others will see it: 1 to 20 characters, see `visible_name`. Raises
    `NameRefused`.
    """
    name = visible_name(raw, NAME_LENGTH)
    if len(scripts_of(name)) > 1:
        raise NameRefused("mixed", "Please use letters of one alphabet only.")
    if name in PATHS or is_reserved(name):
        raise NameRefused("reserved", RESERVED_NAME)
    return name


def visible_name(raw: str, most: int) -> str:
    """Return a new name of anything that others will see: see `tidy_name`. It must not hurt
    anybody, tell how to reach somebody, or speak for the site. Raises `NameRefused`.

    All names go through this one function: of players, events, and people on a kept scorecard.
    """
    name = tidy_name(raw, most)
    if find_slur(name):
        raise NameRefused("slur", "This name could hurt somebody. Please choose another one.")
    if find_details(name):
        raise NameRefused("contact", CONTACT_IN_NAME)
    if poses_as_staff(name):
        raise NameRefused("reserved", RESERVED_NAME)
    return name


def tidy_name(raw: str, most: int) -> str:
    """Return a name as others will see it: NFC, 1 to `most` characters, none of them invisible or
    an extra mark.

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
    """Return the account of this name in any letter case; never a guest, nor a closed one."""
    found = find_any_account(name)
    return found if found is not None and found.is_active else None


def find_any_account(name: str) -> User | None:
    """Return the account of this name in any letter case, even if it is closed; never a guest."""
    if "\0" in name:
        # No account has such a name, and PostgreSQL rejects NUL in text.
        return None
    # Handles are folded already, except those that `createsuperuser` made.
    by_handle = User.objects.annotate(lower=Lower("username")).filter(lower=handle(name))
    return by_handle.filter(is_guest=False).first()


def check_free(name: str, *, but: User | None = None) -> None:
    """Raise `NameRefused` if an account other than `but` has this name or one that looks like it.

    Guests need a free name, too, so that nobody can pass for an account.
    """
    if len(handle(name)) > HANDLE_LENGTH:
        raise NameRefused("too_long", "Please choose a shorter name.")
    if find_account(name) not in (None, but):
        raise taken_name(name)
    if _accounts_like(name).exclude(pk__in=[] if but is None else [but.pk]).exists():
        raise taken_name(name)


def _accounts_like(name: str) -> QuerySet[User]:
    """Return the accounts whose names look like this one, and the well-known ones as which it
    poses.
    """
    own = skeleton(name)
    bare = {skeleton(form) for form in _bare_forms(name)}
    accounts = User.objects.filter(is_guest=False, skeleton__in={own, *bare})
    return accounts.filter(Q(skeleton=own) | WELL_KNOWN)


def _bare_forms(name: str) -> Iterator[str]:
    """Return the names that this one may be written for with signs, and words such as "the real"
    around them.
    """
    letters = (c if unicodedata.category(c)[0] in "LMN" else " " for c in name)
    plain = "".join(letters).strip()
    for text in (plain, CAMEL.sub(" ", plain), CROSSES.sub(r"\1", plain)):
        words = text.split()
        meant = [word for word in words if word.casefold() not in PRAISE] or words
        yield from (glue.join(some) for some in (words, meant) for glue in GLUE)


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
        if (
            not _accounts_like(found).exists()
            and find_account(found) is None
            and len(handle(found)) <= HANDLE_LENGTH
        ):
            return found
    return None
