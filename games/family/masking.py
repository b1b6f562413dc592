"""What a socket sends to a player with a family lock: no lines, and no names of strangers.

It works on the finished frame, so that no message can be forgotten: whatever has a `player` and a
`name` is a person.
"""

from typing import Any

import msgspec
from django.utils.translation import gettext, override

from games.conduct.contact import Contact

decode = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode


def masked(text: str, contact: Contact, language: str) -> str | None:
    """Return the frame without names of strangers and without chat; None for nothing at all."""
    frame = decode(text)
    if frame.get("type") == "chat":
        return None
    with override(language):
        return encode(_masked(frame, contact)).decode()


def _masked(value: Any, contact: Contact) -> Any:
    if isinstance(value, list):
        return [_masked(each, contact) for each in value]
    if not isinstance(value, dict):
        return value
    found = {name: _masked(each, contact) for name, each in value.items()}
    if "watchers" in found:
        found["watchers"] = []
    if isinstance(found.get("chat"), list):
        found["chat"] = []
    if found.get("name") and _is_stranger(found, contact):
        found["name"] = _name_of(found)
    return found


def _is_stranger(person: dict[str, Any], contact: Contact) -> bool:
    player = person.get("player")
    return isinstance(player, int) and not person.get("bot") and not contact.names(player)


def _name_of(person: dict[str, Any]) -> str:
    seat = person.get("seat")
    if not isinstance(seat, int):
        return gettext("Somebody")
    return gettext("Player %(number)s") % {"number": seat + 1}
