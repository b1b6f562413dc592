"""Valid commands of every type, with values from the present state where it matters.

The fields and their limits come from the protocol's own types.
"""

import string
from random import Random
from typing import Any

from msgspec import inspect

from games.core.engine import CLOCKS
from games.core.protocol.codec import type_of
from games.core.protocol.frames import Command
from games.core.rules import VARIANTS
from games.people.accounts.bot_accounts import DEFAULT_BOTS
from workshop.lab.fuzz.oddities import ODD_TEXTS, is_encodable

MAX_INT = 2**31
HEX = "0123456789abcdef"

Known = dict[str, list[Any]]
"""Values of fields that fit the present state, by the name of the field."""

FIXED: Known = {
    "variant": list(VARIANTS),
    "bot": list(DEFAULT_BOTS),
    "clock": list(CLOCKS),
    "category": sorted({box.id for rules in VARIANTS.values() for box in rules.categories}),
}
HEX_LENGTHS = {"seal": 64, "salt": 32}


def integer(kind: inspect.IntType, random: Random) -> int:
    """Return an integer within the limits of its type, often one of the limits."""
    low, high = kind.ge if kind.ge is not None else -MAX_INT, kind.le or MAX_INT
    return random.choice((int(low), int(high), random.randint(int(low), int(high))))


def text(kind: inspect.StrType, name: str, random: Random) -> str:
    """Return a text that fits the pattern or the length of its type."""
    if name in HEX_LENGTHS:
        return "".join(random.choices(HEX, k=HEX_LENGTHS[name]))
    if kind.pattern is not None:
        return "".join(random.choices(string.ascii_lowercase + string.digits, k=8))
    least, most = kind.min_length or 0, kind.max_length or 40
    if random.random() < 0.3:
        return random.choice([odd for odd in ODD_TEXTS if is_encodable(odd)])[:most].ljust(least)
    return "".join(random.choices(string.ascii_letters + " é🎲", k=random.randint(least, most)))


def value(kind: inspect.Type, name: str, random: Random) -> Any:
    """Return a value of a field's type."""
    match kind:
        case inspect.UnionType():
            return value(random.choice(kind.types), name, random)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.IntType():
            return integer(kind, random)
        case inspect.StrType():
            return text(kind, name, random)
        case inspect.VarTupleType():
            count = random.randint(kind.min_length or 0, kind.max_length or 4)
            return [value(kind.item_type, name, random) for _ in range(count)]
        case inspect.LiteralType():
            return random.choice(kind.values)
        case inspect.DictType():
            return {}
        case _:
            return None


def fields_of(command: type[Command]) -> tuple[inspect.Field, ...]:
    """Return the fields of a kind of command."""
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    return info.fields


class CommandMaker:
    """Makes valid commands of the types of one socket."""

    def __init__(self, commands: tuple[type[Command], ...]) -> None:
        self._fields = {type_of(command): fields_of(command) for command in commands}

    def make(self, type_: str, known: Known, random: Random) -> dict[str, Any]:
        """Return a command of this type. `known` values are used most of the time."""
        command: dict[str, Any] = {"type": type_}
        for field in self._fields[type_]:
            if field.name == "id" or (not field.required and random.random() < 0.5):
                continue
            fitting = known.get(field.name) or FIXED.get(field.name)
            if fitting and random.random() < 0.8:
                command[field.encode_name] = random.choice(fitting)
            else:
                command[field.encode_name] = value(field.type, field.name, random)
        return command

    def choose(self, known: Known, random: Random, skip: frozenset[str]) -> dict[str, Any]:
        """Return a command of any type but those in `skip`."""
        return self.make(
            random.choice([each for each in self._fields if each not in skip]), known, random
        )
