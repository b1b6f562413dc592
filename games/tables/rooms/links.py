"""What people paste or type to come to a room."""

import re
import unicodedata
from typing import NamedTuple
from urllib.parse import unquote

from games.platform.database.codes import CODE_LENGTH
from games.tables.rooms.models import Room

# "=3D" is "=" where a mail program has written an address in its own way.
LINKED = re.compile(r"(?i)(?:^|[/\\])r[/\\:.]+(?:=3D)?[^a-z0-9]*([a-z0-9]+)(.*)", re.DOTALL)
MOST_READ = 300
# The column's. New codes have CODE_LENGTH.
LONGEST_CODE = 16
MOST_WORDS = 40
# What a chat app adds behind a link: "&fbclid=...", ";s=20".
TRACKED = ("&", ";", "=")


class ReadRoom(NamedTuple):
    """A room that a text names. `is_sure` says that the text names nothing else."""

    code: str
    is_sure: bool


def find_room_code(typed: str) -> str | None:
    found = read_room(unquote(typed))
    return None if found is None else found.code


def read_room(text: str) -> ReadRoom | None:
    """Return the room in a typed code, a pasted link, or an address with more around it."""
    plain = unicodedata.normalize("NFKC", text[:MOST_READ])
    sure, likely = _readings(plain)
    codes = [code for code in (*sure, *likely) if 1 <= len(code) <= LONGEST_CODE]
    rooms = set(Room.objects.filter(code__in=codes).values_list("code", flat=True))
    found = next((code for code in codes if code in rooms), None)
    return None if found is None else ReadRoom(found, found in sure)


def _readings(text: str) -> tuple[list[str], list[str]]:
    """Return the codes that a text may be: what it surely means, and what it may mean."""
    whole = _letters(text)
    words = [each for each in map(_letters, text.split()[:MOST_WORDS]) if len(each) == CODE_LENGTH]
    linked = LINKED.search(text)
    if linked is None:
        return [whole], [whole[:CODE_LENGTH], *words]
    word, rest = linked[1].lower(), linked[2]
    # A line break or a hyphen may stand within the code.
    joined = word + _letters(rest)
    only_signs = len(joined) in (len(word), CODE_LENGTH)
    sure = [word, joined] if only_signs or rest.startswith(TRACKED) else []
    return sure, [word, word[:CODE_LENGTH], joined[:CODE_LENGTH], *words]


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
