"""`python -m workshop.lab.soak.observed FILE COMMAND...`: `manage.py COMMAND`, which also counts
its own objects, to look for a leak.

Python cannot finish a tuple that `gc.get_objects()` has seen in another thread: now and then
something fails with "bad argument to internal function".

Once a minute a thread appends one JSON line to FILE: the seconds since the start, how many objects
the garbage collector tracks, and how many of the most frequent types and of `WATCHED`.
"""

import gc
import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from django.core.management import execute_from_command_line

EVERY_S = 60.0
MOST_FREQUENT = 40
WATCHED = ("Task", "Future", "RoomHub", "LiveGame", "RoomSocket", "LobbySocket", "Thread", "Outbox")


def count_objects() -> Counter[str]:
    """Return how many objects of each type the garbage collector tracks."""
    return Counter(
        f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects()
    )


def keep_counting(file: Path) -> None:
    """Append the counts to the file once a minute, until the process ends."""
    began = time.monotonic()
    while True:
        time.sleep(EVERY_S)
        counts = count_objects()
        kept = dict(counts.most_common(MOST_FREQUENT))
        kept |= {name: n for name, n in counts.items() if name.rpartition(".")[2] in WATCHED}
        line = {
            "seconds": round(time.monotonic() - began, 1),
            "objects": counts.total(),
            "types": kept,
        }
        with file.open("a") as output:
            output.write(json.dumps(line) + "\n")


def main(file: str, *command: str) -> None:
    """Start the thread, then do what manage.py does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    os.umask(0o077)
    threading.Thread(target=keep_counting, args=[Path(file)], daemon=True).start()
    execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main(*sys.argv[1:])
