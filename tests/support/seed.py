"""Create rooms with players for servers in other processes; print codes and cookies as JSON.

Run as `python -m tests.support.seed ROOMS` with the servers' environment. The database must have
its tables.
"""

import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def make(count: int) -> list[dict[str, Any]]:
    """Return, for each room, its code and the cookies of alice and bob, who have started a game."""
    from tests.support.people import cookie_of, person, playing  # noqa: PLC0415 - after django.setup

    made = []
    for _ in range(count):
        alice, bob = person("Alice"), person("Bob")
        room = playing(alice, bob)
        made.append({"code": room.code, "alice": cookie_of(alice), "bob": cookie_of(bob)})
    return made


if __name__ == "__main__":
    django.setup()
    print(json.dumps(make(int(sys.argv[1]))))
