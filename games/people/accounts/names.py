"""Names of players: which are valid, and which are taken."""

import re
import secrets
import unicodedata
from collections.abc import Iterator

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_noop

from games.core.refusal import Refusal
from games.people.accounts.characters import (
    cut,
    drop_needless,
    has_loose_mark,
    is_known,
    scripts_of,
)
from games.people.accounts.contact_details.finder import find_details
from games.people.accounts.folding import FOLDED_LENGTH, fold, handle
from games.people.accounts.lookalikes import BLANKS, read_pairs, skeleton
from games.people.accounts.models import User
from games.people.accounts.reserved_names import bare_forms, is_reserved, poses_as_staff
from games.people.accounts.word_lists import find_slur

NAME_LENGTH = 20
TYPED_LENGTH = 5 * NAME_LENGTH
"""The most that a field for a name takes. Browsers count units of UTF-16: some letters have two,
and marks that belong to a letter are typed apart. So the server counts, and says what is too long.
"""
DELETED_NAME = gettext_noop("Deleted player")
RESERVED_NAME = gettext_noop("This name is reserved. Please choose another one.")
CONTACT_IN_NAME = gettext_noop(
    "Please choose a name without a link, an address, a phone number or a name on another site."
)


def translated_name(name: str) -> str:
    """Return a player's name as pages show it. The name of a deleted account is translated."""
    return gettext(name) if name == DELETED_NAME else name


# Scripts that are used together in one name, and with Latin.
EAST_ASIAN = {"Hani", "Hira", "Kana", "Hang", "Bopo"}
EAST, LATIN = "East Asian", "Latn"

PATHS = {".", ".."}

# Staff, and accounts on a leaderboard by rating: others could gain by their names.
WELL_KNOWN = Q(is_staff=True) | Q(ratings__listed=True)
STROKES = re.compile("[l1|]")


class NameRefused(Refusal):
    """This name cannot be taken. `code` is `empty`, `too_long`, `mixed`, `marks`, `slur`,
    `contact`, `reserved`, `taken` or `closed`.
    """


def clean_name(raw: str) -> str:
    """Return the name of a player as others will see it: 1 to 20 characters of one script, see
    `visible_name`. Raises `NameRefused`.
    """
    name = visible_name(raw, NAME_LENGTH)
    if is_mixed(name):
        raise mixed_name()
    if name in PATHS or is_reserved(name):
        raise NameRefused("reserved", RESERVED_NAME)
    return name


def visible_name(raw: str, most: int) -> str:
    """Return a new name of anything that others will see: see `tidy_name`. Each word has one
    script. It must not hurt anybody, tell how to reach somebody, or speak for the site. Raises
    `NameRefused`.

    All names go through this one function: of players, events, and people on a kept scorecard.
    """
    name = tidy_name(raw, most)
    if any(map(is_mixed, name.split())):
        raise mixed_name()
    if find_slur(name):
        raise NameRefused("slur", "This name could hurt somebody. Please choose another one.")
    if find_details(name):
        raise NameRefused("contact", CONTACT_IN_NAME)
    if poses_as_staff(name):
        raise NameRefused("reserved", RESERVED_NAME)
    return name


def tidy_name(raw: str, most: int) -> str:
    """Return a name as others will see it: NFC, 1 to `most` characters, with the marks that belong
    to its letters (`games.people.accounts.characters`).

    Control, bidirectional and zero-width characters are removed, except where a script needs them,
    and runs of spaces become one space: a name can neither hide nor rearrange the text around it.
    Raises `NameRefused`.
    """
    if len(raw) > 10 * most:
        raise too_long(most)
    text = unicodedata.normalize("NFC", raw).translate(BLANKS)
    # isspace() includes line breaks.
    words = "".join(" " if c.isspace() else c for c in text).split()
    visible = filter(None, map(drop_needless, words))
    # Normalize again: an invisible character may have separated a letter from its mark.
    name = unicodedata.normalize("NFC", " ".join(visible))
    if not name:
        raise NameRefused("empty", "Please enter a name.")
    if len(name) > most:
        raise too_long(most)
    if has_loose_mark(name):
        raise NameRefused("marks", "Please use letters without extra marks.")
    return name


def too_long(most: int) -> NameRefused:
    return NameRefused("too_long", "A name can have at most %(most)s characters.", most=most)


def mixed_name() -> NameRefused:
    return NameRefused("mixed", "Please use letters of one alphabet only.")


def is_mixed(text: str) -> bool:
    """Whether no script has all letters of a text. East Asian scripts count as one, together with
    Latin: people mix them.
    """
    shared: set[str] | None = None
    for character in filter(_is_letter, unicodedata.normalize("NFKC", text)):
        scripts = scripts_of(character).codes
        if scripts:
            own = set(scripts - EAST_ASIAN)
            if scripts & EAST_ASIAN or LATIN in scripts:
                own.add(EAST)
            shared = own if shared is None else shared & own
    return shared is not None and not shared


def _is_letter(character: str) -> bool:
    # A script may be newer than this Python.
    is_new = unicodedata.category(character) == "Cn" and is_known(character)
    return character.isalpha() or is_new


def fields_of(name: str, *, is_guest: bool) -> dict[str, str]:
    """Return what is stored with a name. All that write names write these together."""
    fields = {"name": name, "skeleton": skeleton(name), "forms_of": name, "folded": ""}
    return fields if is_guest else {**fields, "folded": fold(name), "username": handle(name)}


def find_account(name: str) -> User | None:
    """Return the account of this name, however it is typed; never a guest, nor a closed one."""
    found = find_any_account(name)
    return found if found is not None and found.is_active else None


def find_any_account(name: str) -> User | None:
    """Return the account of this name, however it is typed (`fold`), even if it is closed; never a
    guest. Of two from before these rules, it is the one with the very name, or else the older.
    """
    if "\0" in name:
        # No account has such a name, and PostgreSQL rejects NUL in text.
        return None
    exact, folded = handle(name), fold(name)
    # Handles are folded already, except those that `createsuperuser` made.
    accounts = User.objects.annotate(lower=Lower("username")).filter(is_guest=False)
    found = accounts.filter(Q(lower=exact) | _is_folded(folded))
    return min(found, key=lambda each: each.lower != exact, default=None)


def _is_folded(folded: str) -> Q:
    # Version 1.0 changes names and leaves the folded form as it was.
    return Q(folded=folded, forms_of=F("name")) & ~Q(folded="")


def check_free(name: str, *, but: User | None = None) -> None:
    """Raise `NameRefused` if an account other than `but` has this name or one that looks so."""
    # Guests need a free name, too, so that nobody can pass for an account.
    if not _fits(name):
        raise NameRefused("too_long", "Please choose a shorter name.")
    if find_account(name) not in (None, but):
        raise taken_name(name)
    if _accounts_like(name).exclude(pk__in=[] if but is None else [but.pk]).exists():
        raise taken_name(name)


def _fits(name: str) -> bool:
    return max(len(handle(name)), len(fold(name))) <= FOLDED_LENGTH


def _accounts_like(name: str) -> QuerySet[User]:
    """Return the accounts that have this name or whose names look like it, closed ones included,
    and the well-known ones as which it poses.
    """
    own = set(_looks_of(name))
    bare = {skeleton(form) for text in (name, skeleton(name)) for form in bare_forms(text)}
    same = _is_folded(fold(name))
    accounts = User.objects.filter(Q(skeleton__in=own | bare) | same, is_guest=False)
    return accounts.filter(Q(skeleton__in=own) | same | WELL_KNOWN)


def _looks_of(name: str) -> Iterator[str]:
    """Return the skeletons of a name, and of those that it may be written for.

    "NlNA" looks like "NINA", and so is "Nina"; so does "ɴɪɴᴀ" in small capitals. A small "l" at the
    start may be meant for a capital "I", and that is the "i" of the same name.
    """
    look = skeleton(name)
    yield from (look, skeleton(fold(name)), skeleton(read_pairs(name)))
    if look.isascii() and not name.isascii():
        yield skeleton(look.upper())
    rest = STROKES.sub("", name)
    if rest.isupper() and 1 < len(rest) < len(name):
        yield skeleton(STROKES.sub("i", name).lower())
    if look.startswith("l") and name[0] != "L":
        yield f"i{look[1:]}"


def taken_name(name: str) -> NameRefused:
    """Return the refusal for a name that an account has, or that looks like one: with a free one,
    if there is one like it.
    """
    free = _free_name_like(name)
    if free is None:
        return NameRefused("taken", "This name is taken. Please choose another one.", name=name)
    return NameRefused("taken", "This name is taken. How about “%(free)s”?", free=free, name=name)


def _free_name_like(name: str) -> str | None:
    """Return `name` with a number that no account has, or None."""
    start = cut(name, NAME_LENGTH - 4).rstrip()
    for number in (2, 3, secrets.randbelow(90) + 10, secrets.randbelow(900) + 100):
        found = f"{start} {number}"
        if _fits(found) and _is_free(found):
            return found
    return None


def _is_free(name: str) -> bool:
    try:
        clean_name(name)
    except NameRefused:
        return False
    return find_account(name) is None and not _accounts_like(name).exists()
