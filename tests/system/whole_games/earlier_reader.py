"""Reads messages with the types of the release before this one, whose code it runs in.

Each line of the input is a message, as a JSON text. Prints, as JSON, what is wrong with messages
that a browser of that release cannot read: a sentence, and one of them. A field that it does not
know is none: browsers skip it.
"""

import json
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")


def main() -> None:
    """Read all messages."""
    read = import_module("games.protocol.room_messages").read_room_message
    wrong: dict[str, str] = {}
    for line in sys.stdin:
        text = json.loads(line)
        problem = problem_of(read, text)
        if problem:
            wrong[problem] = text
    json.dump(wrong, sys.stdout)


def problem_of(read: Callable[[str], object], text: str) -> str:
    """Return why a message cannot be read, "" if it can."""
    while True:
        try:
            read(text)
        except msgspec.ValidationError as error:
            unknown = UNKNOWN.search(str(error))
            if unknown is None:
                return str(error)
            text = json.dumps(without(unknown[1], json.loads(text)))
        else:
            return ""


def without(name: str, value: Any) -> Any:
    """Return a JSON value without the fields of this name."""
    if isinstance(value, dict):
        return {key: without(name, each) for key, each in value.items() if key != name}
    return [without(name, each) for each in value] if isinstance(value, list) else value


if __name__ == "__main__":
    main()
