"""Players: guests who only typed a name, accounts, and the way from one to the other.

The `do_` functions write; they alone change rows of `User`. Wrong names raise `NameRefused`.
"""

import secrets
import unicodedata
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Lower

from games.handover import leave_tables, touch_tables
from games.models import ChatMessage, Rating, Room, Scorecard, SeatAnalysis, Skill, User
from games.results import refresh_eligibility

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
SEEN_EVERY = timedelta(hours=6)


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


class AlreadyKept(Exception):
    """The guest became an account a moment ago, in another tab."""


# --- Names ----------------------------------------------------------------------------------


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


# --- Coming ---------------------------------------------------------------------------------


def do_create_guest(name: str) -> User:
    """Create a guest. Guests' names need not be unique. Raises `NameRefused`."""
    # Longer than any account's handle can be guessed to be, and nobody ever sees it.
    hidden = f"guest-{secrets.token_hex(16)}"
    return User.objects.create(
        username=hidden, name=clean_name(name), is_guest=True, password=make_password(None)
    )


def do_create_account(name: str, password: str, email: str = "") -> User:
    """Create an account. The password has been validated. Raises `NameRefused`."""
    name = clean_name(name)
    check_free(name)
    try:
        with transaction.atomic():
            return User.objects.create(
                username=handle(name), name=name, email=email, password=make_password(password)
            )
    except IntegrityError as error:
        raise taken() from error


def do_keep(guest: User, name: str, password: str, email: str = "") -> None:
    """Turn the guest into an account on the same row, so that all that is his stays his.

    Raises `NameRefused`, and `AlreadyKept` when another request was faster.
    """
    name = clean_name(name)
    check_free(name)
    fields = {
        "username": handle(name),
        "name": name,
        "email": email,
        "password": make_password(password),
        "is_guest": False,
    }
    try:
        with transaction.atomic():
            # Only a guest is turned: of two requests at once, the second finds an account.
            turned = User.objects.filter(pk=guest.pk, is_guest=True, is_active=True).update(
                **fields
            )
            refresh_eligibility(guest.pk)
    except IntegrityError as error:
        raise taken() from error
    if not turned:
        raise AlreadyKept
    touch_tables(guest.pk)
    guest.refresh_from_db()


def taken() -> NameRefused:
    """Return the refusal for a name that somebody else took a moment ago."""
    return NameRefused("taken", "Somebody has this name already, please choose another.")


# --- Changing -------------------------------------------------------------------------------


def do_rename(player: User, name: str) -> None:
    """Give the player another name, unique if it is an account's. Raises `NameRefused`."""
    name = clean_name(name)
    fields = {"name": name}
    if not player.is_guest:
        check_free(name, but=player)
        fields["username"] = handle(name)
    try:
        with transaction.atomic():
            # The filter keeps a guest's handle from an account that he became meanwhile.
            User.objects.filter(pk=player.pk, is_guest=player.is_guest).update(**fields)
    except IntegrityError as error:
        raise taken() from error
    touch_tables(player.pk)
    player.refresh_from_db()


def do_change_email(player: User, email: str) -> None:
    """Set the address, checked for its form, to which a new password can be sent; or none."""
    User.objects.filter(pk=player.pk, is_guest=False).update(email=email)


def do_change_password(player: User, password: str) -> None:
    """Set the password, which has been validated. All sessions of the player end."""
    player.set_password(password)
    player.save(update_fields=["password"])


def do_note_seen(player: User, now: datetime) -> None:
    """Remember that the player was here, at most every few hours: it is a write."""
    if now - player.seen_at >= SEEN_EVERY:
        User.objects.filter(pk=player.pk).update(seen_at=now)


# --- Leaving --------------------------------------------------------------------------------


def export(player: User) -> dict[str, Any]:
    """Return everything we keep about the player, as JSON values."""
    return {
        "profile": {
            "name": player.name,
            "guest": player.is_guest,
            "email": player.email,
            "joined": player.date_joined.isoformat(),
            "seen": player.seen_at.isoformat(),
        },
        "rooms": [
            {
                "code": room.code,
                "variant": room.variant,
                "host": room.host_id == player.pk,
                "created": room.created_at.isoformat(),
            }
            for room in Room.objects.filter(Q(host=player) | Q(seats__player=player)).distinct()
        ],
        "games": [
            {
                "code": card.game.code,
                "variant": card.game.variant,
                "status": card.game.status,
                "started": card.game.created_at.isoformat(),
                "seat": card.seat,
                "name": card.name,
                "scorecard": card.position,
                "total": card.total,
                "place": card.place,
            }
            for card in Scorecard.objects.filter(player=player).select_related("game")
        ],
        "ratings": [
            {
                "variant": record.variant,
                "rating": record.shown,
                "rated_games": record.rated_games,
                "games": record.games,
                "wins": record.wins,
                "best": record.best,
            }
            for record in Rating.objects.filter(player=player)
        ],
        **_export_skill(player),
        "chat": [
            {"room": line.room.code, "at": line.at.isoformat(), "text": line.text}
            for line in ChatMessage.objects.filter(player=player).select_related("room")
        ],
    }


def _export_skill(player: User) -> dict[str, Any]:
    """Return how the player played each game, and the indexes that this gave."""
    return {
        "analyses": [
            {"game": analysis.game.code, "seat": analysis.seat, **analysis.data}
            for analysis in SeatAnalysis.objects.filter(player=player).select_related("game")
        ],
        "skills": [
            {
                "variant": skill.variant,
                "loss": skill.loss,
                "error": skill.error,
                "decisions": skill.decisions,
                "games": skill.games,
                "luck": skill.luck,
                "margin": skill.margin,
                "adjusted_margin": skill.adjusted_margin,
            }
            for skill in Skill.objects.filter(player=player)
        ],
    }


def do_delete(player: User) -> None:
    """Delete what makes the player a person. His games stay, under "Deleted player".

    Nobody can sign in to the row any more, and its open sessions have ended: an inactive user
    is nobody. Seats in rooms where no game runs become free; chat lines go.
    """
    with transaction.atomic():
        leave_tables(player.pk)
        ChatMessage.objects.filter(player=player).delete()
        Scorecard.objects.filter(player=player).update(name=DELETED_NAME)
        User.objects.filter(pk=player.pk).update(
            username=f"deleted-{secrets.token_hex(16)}",
            name=DELETED_NAME,
            email="",
            password=make_password(None),
            is_active=False,
            is_staff=False,
            is_superuser=False,
        )
        refresh_eligibility(player.pk)
    player.refresh_from_db()
