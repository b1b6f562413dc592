"""What people paste or type to come to a room."""

import re

from games.rooms.models import Room


def find_room_code(typed: str) -> str | None:
    """Return the code of the room in a typed code or pasted link, or None."""
    linked = re.search(r"/r/([A-Za-z0-9]{1,16})", typed)
    code = linked[1] if linked else re.sub(r"[^A-Za-z0-9]", "", typed[:100])
    return Room.objects.filter(code=code.lower()).values_list("code", flat=True).first()
