"""What a socket sends to a player with a family lock: no lines, and no names of strangers.

The second of two filters, behind games/tables/live/audience.py. It works on the finished frame, so
that no message can be forgotten: whatever has a `player` and a `name` is a person. That costs
decoding and encoding each frame again, for players with a lock only. People of the family have the
name that they came with.
"""

import re
from typing import Any

import msgspec
from django.utils.translation import gettext, override

from games.people.accounts.avatars import flags_of
from games.people.conduct.contact import Contact

FLAGS = re.compile("[A-Z]{2}")
"""An avatar of two signal flags, of which the first is the first letter of the name."""

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
    player = found.get("player")
    if found.get("name") and isinstance(player, int) and not found.get("bot"):
        _mask_person(found, player, contact)
    return found


def _mask_person(person: dict[str, Any], player: int, contact: Contact) -> None:
    # A stranger could say something by a name, by its flags, and by a seed that is text, too.
    if contact.names(player):
        person["name"] = contact.name_of(player) or person["name"]
        return
    person["name"] = _name_of(person)
    if FLAGS.fullmatch(str(person.get("avatar"))):
        person["avatar"] = flags_of("", player)
    if "known" in person:
        person["seed"] = ""


def _name_of(person: dict[str, Any]) -> str:
    seat = person.get("seat")
    if not isinstance(seat, int):
        return gettext("Somebody")
    return gettext("Player %(number)s") % {"number": seat + 1}
