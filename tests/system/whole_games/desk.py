"""What a run needs of the database of its installation, in a process with its environment.

`python -m tests.system.whole_games.desk` reads lines of JSON, {"do": name, ...fields}, and answers
each with a line: {"result": ...} or {"error": traceback}. `tests.system.whole_games.installation`
asks.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def main() -> None:
    """Answer until the input ends."""
    django.setup()
    from tests.system.whole_games.desk_work import WORK  # noqa: PLC0415 - after django.setup

    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        fields = json.loads(line)
        answers.write(json.dumps(answer(WORK[fields.pop("do")], fields)) + "\n")
        answers.flush()


def answer(work: Callable[..., Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Return what came of a piece of work."""
    try:
        return {"result": work(**fields)}
    except BaseException:
        return {"error": traceback.format_exc()}


if __name__ == "__main__":
    main()
