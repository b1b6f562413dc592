"""`python -m workshop.lab.loadtest seat|check ...`: the steps of a test that need the database.

Each step is a process, because a test uses another database than the process that runs it.

    seat TABLES PLAYERS VARIANT,... CLOCK [BOTS]    create rooms, print them as JSON; with the
                                                    number of bots they play rounds
    gather GUESTS                                   create a room and guests without seats, the same
    check HISTORY...                                print [problems, counts] as JSON
"""

import os
import sys
from itertools import chain

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
django.setup()

from workshop.lab.loadtest.checker import check  # noqa: E402 - needs the settings
from workshop.lab.loadtest.history import journal_of, read_history  # noqa: E402
from workshop.lab.seating import gather_guests, seat_players  # noqa: E402


def main(step: str, *arguments: str) -> None:
    if step == "seat":
        tables, players, variants, clock, *bots = arguments
        rooms = seat_players(
            int(tables),
            int(players),
            variants.split(","),
            int(clock) or None,
            round_bots=int(bots[0]) if bots else None,
        )
        answer = msgspec.json.encode(rooms)
    elif step == "gather":
        answer = msgspec.json.encode(gather_guests(int(arguments[0])))
    else:
        records = chain.from_iterable(map(read_history, arguments))
        answer = msgspec.json.encode(check(journal_of(records)))
    sys.stdout.write(answer.decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
