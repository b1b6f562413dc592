"""People for servers in processes of their own; prints their cookies as JSON.

Run as `python -m tests.tables.matchmaking.people COUNT` with the servers' environment. The database
must have its tables.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def make(count: int) -> list[str]:
    """Return the session cookies of `count` new people."""
    from tests.support.people import cookie_of, person  # noqa: PLC0415 - after django.setup

    return [cookie_of(person(f"P{number}")) for number in range(count)]


if __name__ == "__main__":
    django.setup()
    print(json.dumps(make(int(sys.argv[1]))))
