"""Accounts that the operator makes from a list, such as a school's, each with a link for its owner.

An account waits until its owner opens the link and chooses a password. The link works once, for
LASTS_S; making the same list again gives those who still wait new links, and changes nobody else.
"""

import base64
import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games.people.accounts.lookalikes import skeleton
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, check_free, clean_name, find_any_account
from games.people.accounts.players import create_account
from games.platform.clock import utc_now
from games.site.account.membership.renaming import rename_guests_like

SALT = "games.membership.invited_people"
DAY_S = 86_400
LASTS_DAYS = 60
TOKEN = re.compile(r"(?P<player>[0-9]{1,18})-(?P<day>[0-9]{1,9})-(?P<signed>[a-z2-7]{16})", re.A)
MOST = 5_000
COLUMNS = ("name", "email")
HEADINGS = {("name",), *(("name", each) for each in ("email", "e-mail", "mail"))}
NOT_DECODED = (
    "The file is not in {encoding}. Save it as “CSV UTF-8”, or name its encoding, which Excel often"
    " has as --encoding cp1252."
)


class Row(NamedTuple):
    """A line of the list. `line`: its number, from 1."""

    line: int
    name: str
    email: str


class Made(NamedTuple):
    """What came of a line. `token`: None for an account whose owner has it already."""

    account: User
    token: str | None


class ListRefused(Exception):
    """Nothing was made. `problems`: one for each line that does not fit."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def make_accounts(text: str) -> list[Made]:
    """Make the accounts of a list, CSV with a name and perhaps a mail address in each line. Raises
    ListRefused.
    """
    rows = read(text)
    problems = list(_problems_of(rows))
    if problems:
        raise ListRefused(problems)
    made: list[Made] = []
    new: list[int] = []
    for row in rows:
        # Each line by itself: games must not wait until a long list is written.
        try:
            with transaction.atomic():
                each, is_new = _make(row)
        except NameRefused as refused:
            # Somebody took the name meanwhile. Nobody has a link yet.
            User.objects.filter(pk__in=new, last_login=None).delete()
            raise ListRefused([f"line {row.line}: {row.name}: {refused}"]) from refused
        made.append(each)
        new += [each.account.pk] if is_new else []
    return made


def decode(content: bytes, encoding: str) -> str:
    """Return the text of a file; what a mark at its start says of the encoding wins. Raises
    ListRefused.
    """
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if marked else encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ListRefused([NOT_DECODED.format(encoding=encoding)]) from error
    if any(unicodedata.category(each) == "Cc" and each not in "\t\r\n" for each in text):
        raise ListRefused(["This is no text. Save the sheet as CSV."])
    return text


def read(text: str) -> list[Row]:
    """Return the lines that are not empty, without a first line of headings. Raises ListRefused."""
    rows: list[Row] = []
    problems: list[str] = []
    reader = csv.reader(io.StringIO(text, None), delimiter=_delimiter(text), strict=True)
    try:
        for cells in reader:
            typed = [each.strip() for each in cells]
            while typed and not typed[-1]:
                typed.pop()
            says = tuple(each.lower() for each in typed)
            is_heading = not rows and (says in HEADINGS or says[:1] == ("sep=",))
            if is_heading or not typed:
                continue
            if len(typed) > len(COLUMNS):
                problems.append(f"line {reader.line_num}: more than a name and a mail address")
            name, email = (*typed, "", "")[: len(COLUMNS)]
            rows.append(Row(reader.line_num, name, email))
    except csv.Error as error:
        problems.append(f"line {reader.line_num}: {error}")
    if len(rows) > MOST:
        problems.append(f"There are more than {MOST} people. Make several lists.")
    if not rows and not problems:
        problems.append("The list is empty.")
    if problems:
        raise ListRefused(problems)
    return rows


def _delimiter(text: str) -> str:
    """Return what stands between the cells: a tab or a semicolon, as spreadsheets write it where
    the comma is part of numbers, if the first line has one.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    return next((each for each in "\t;" if each in first), ",")


def _problems_of(rows: list[Row]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for row in rows:
        try:
            name = clean_name(row.name)
            if _known(name) is None:
                check_free(name)
            if row.email:
                validate_email(row.email)
        except NameRefused as refused:
            yield f"line {row.line}: {row.name}: {refused}"
            continue
        except ValidationError:
            yield f"line {row.line}: {row.email} is no mail address"
            continue
        before = seen.setdefault(skeleton(name), row.line)
        if before != row.line:
            yield f"line {row.line}: {name} looks like the name in line {before}"


def _known(name: str) -> User | None:
    """Return the account with exactly this name, closed or not."""
    found = find_any_account(name)
    return found if found is not None and found.name == name else None


def _make(row: Row) -> tuple[Made, bool]:
    """Return what comes of a line, and whether the account is new. Raises NameRefused."""
    name = clean_name(row.name)
    known = _known(name)
    account = known or create_account(name, None, row.email)
    if known is None:
        rename_guests_like(account)
    return Made(account, make_token(account) if waits(account) else None), known is None


def waits(account: User) -> bool:
    """Whether nobody has ever signed in to the account, and it has no password."""
    is_new = account.last_login is None and not account.has_usable_password()
    return is_new and account.is_active and not account.is_guest and not account.is_bot


def make_token(account: User) -> str:
    """Return the token of a link for the owner of an account that waits: short, and without
    capitals, because people type it from a card.
    """
    said = f"{account.pk}-{_today()}"
    return f"{said}-{_sign(said, account)}"


def find_account_of(token: str) -> User | None:
    """Return whose link this is; None if it has expired or was used."""
    found = TOKEN.fullmatch(token.lower())
    if found is None or not 0 <= _today() - int(found["day"]) <= LASTS_DAYS:
        return None
    account = User.objects.filter(pk=int(found["player"])).first()
    if account is None or not waits(account):
        return None
    signed = _sign(f"{found['player']}-{found['day']}", account)
    return account if constant_time_compare(signed, found["signed"]) else None


def _today() -> int:
    return int(utc_now().timestamp()) // DAY_S


def _sign(said: str, account: User) -> str:
    """Return what only we can write: 80 bits, more than anybody can try here."""
    known = f"{said}|{account.get_session_auth_hash()}"
    digest = salted_hmac(SALT, known, algorithm="sha256").digest()
    return base64.b32encode(digest[:10]).decode().lower()


def take(account: User, password: str) -> bool:
    """Give an account that waits its password. Return False if another request was faster."""
    before = account.password
    account.set_password(password)
    waiting = User.objects.filter(pk=account.pk, password=before, last_login=None)
    return waiting.update(password=account.password) == 1
