"""What people paste or type to come to a room."""

import re
import unicodedata
from typing import NamedTuple

from games.database.codes import CODE_LENGTH
from games.rooms.models import Room

# Rooms that version 1.0 opened may have codes of other lengths; the column holds 16.
LINKED = re.compile(r"(?i)(?:^|/)r/+[^a-z0-9/]*([a-z0-9]+)(.*)", re.DOTALL)
MOST_READ = 300
LONGEST_CODE = 16
# What a chat app adds behind a link: "&fbclid=...", ";s=20".
TRACKED = ("&", ";", "=")


class ReadRoom(NamedTuple):
    """A room that a text names. `is_sure` says that the text names nothing else."""

    code: str
    is_sure: bool


def find_room_code(typed: str) -> str | None:
    """Return the code of the room in a typed code or pasted link, or None."""
    found = read_room(typed)
    return None if found is None else found.code


def read_room(text: str) -> ReadRoom | None:
    """Return the room in a typed code, a pasted link, or an address with more around it."""
    plain = unicodedata.normalize("NFKC", text[:MOST_READ])
    linked = LINKED.search(plain)
    if linked is None:
        whole = re.sub(r"[^A-Za-z0-9]", "", plain)
        return _existing(whole, is_sure=True)
    word, rest = linked.groups()
    only_signs = not any(map(str.isalnum, rest))
    return _existing(word, is_sure=only_signs or rest.startswith(TRACKED)) or _existing(
        word[:CODE_LENGTH], is_sure=False
    )


def _existing(code: str, *, is_sure: bool) -> ReadRoom | None:
    if not 1 <= len(code) <= LONGEST_CODE:
        return None
    found = Room.objects.filter(code=code.lower()).values_list("code", flat=True).first()
    return None if found is None else ReadRoom(found, is_sure)
