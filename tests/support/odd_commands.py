"""Commands of the sockets as hypothesis makes them: valid, nearly valid, and broken.

The fields and their limits come from the protocol's own types, so that a new command is sent too.
"""

import json
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from games.core.engine import CLOCKS
from games.core.protocol.frames import Command, CommandDecoder, type_of
from games.core.rules import VARIANTS
from games.people.accounts.bot_accounts import DEFAULT_BOTS

MAX_INT = 2**31
DEPTH = 1500
Values = dict[str, list[Any]]
"""Values of fields that fit the present state, by the name of the field."""
ALWAYS: Values = {
    "variant": list(VARIANTS),
    "bot": list(DEFAULT_BOTS),
    "clock": list(CLOCKS),
    "category": sorted({box.id for rules in VARIANTS.values() for box in rules.categories}),
}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
RAW = ("NaN", "1e999", "-", "01", '"\\ud800"', '"\\u0000"', "[" * DEPTH, "'x'")
"""Values that no program writes as JSON."""


def valid(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Return values of a field's type, up to its limits."""
    match kind:
        case inspect.UnionType():
            return st.one_of([valid(each) for each in kind.types])
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            low = -MAX_INT if kind.ge is None else int(kind.ge)
            return st.integers(low, MAX_INT if kind.le is None else int(kind.le))
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True)
        case inspect.StrType():
            return st.text(min_size=kind.min_length or 0, max_size=kind.max_length or 40)
        case inspect.VarTupleType():
            items = valid(kind.item_type)
            return st.lists(items, min_size=kind.min_length or 0, max_size=kind.max_length or 4)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.DictType():
            return st.just({})
        case _:
            return st.none()


@st.composite
def command(draw: st.DrawFn, kind: type[Command], fitting: Values) -> dict[str, Any]:
    """Make a command of this type, with values of its types or those that fit."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    known = ALWAYS | fitting
    made: dict[str, Any] = {"type": type_of(kind)}
    for field in info.fields:
        if field.required or draw(st.booleans()):
            values = valid(field.type)
            if field.name in known:
                values = st.sampled_from(known[field.name]) | values
            made[field.encode_name] = draw(values)
    return made


def commands(decoder: CommandDecoder, fitting: Values) -> st.SearchStrategy[dict[str, Any]]:
    """Return commands of any type that a socket knows."""
    return st.sampled_from(decoder.commands).flatmap(lambda kind: command(kind, fitting))


@st.composite
def nearly(draw: st.DrawFn, decoder: CommandDecoder, fitting: Values) -> str:
    """Make a command in which a field has any value, is missing, unknown or there twice."""
    made = draw(commands(decoder, fitting))
    name = draw(st.sampled_from(list(made)))
    way = draw(st.sampled_from(["odd", "missing", "unknown", "twice", "raw"]))
    if way == "odd":
        made[name] = draw(JSON)
    elif way == "missing":
        del made[name]
    elif way == "unknown":
        made[draw(st.text(max_size=5))] = draw(JSON)
    text = json.dumps(made, ensure_ascii=draw(st.booleans()))
    if way == "twice":
        return f"{text[:-1]}, {json.dumps(name)}: {json.dumps(draw(JSON))}}}"
    if way == "raw":
        return json.dumps({**made, name: "@@"}).replace('"@@"', draw(st.sampled_from(RAW)))
    return text


@st.composite
def broken(draw: st.DrawFn, decoder: CommandDecoder, fitting: Values) -> str:
    """Make a text that was a command: cut off, with other characters, in a list, or too long."""
    text = json.dumps(draw(commands(decoder, fitting)))
    at = draw(st.integers(0, len(text) - 1))
    size = draw(st.sampled_from([4095, 4096, 4097, 16_384]))
    wholes = [f"[{text}]", text + text, "\ufeff" + text, text + "\0", text.ljust(size)]
    changed = st.characters().map(lambda sign: text[:at] + sign + text[at + 1 :])
    return draw(st.just(text[:at]) | changed | st.sampled_from(wholes))


def texts(decoder: CommandDecoder, fitting: Values) -> st.SearchStrategy[str]:
    """Return what clients may send as text: valid, nearly valid, broken, or something else."""
    return (
        commands(decoder, fitting).map(json.dumps)
        | nearly(decoder, fitting)
        | broken(decoder, fitting)
        | JSON.map(json.dumps)
        | st.text()
    )
