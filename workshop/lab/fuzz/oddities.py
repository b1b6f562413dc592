"""Odd values, and ways to break the text of a command."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

DEPTH = 1500
LONG = 5000

ODD_TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "null",
    "\x00",
    "a\x00b",
    "\r\nX-Header: 1",
    "\u202eabc",
    "\u200b",
    "\ud800",
    "\U0001f3b2" * 20,
    "é" * 40,
    "A" * LONG,
    "%",
    "%00",
    "%ff",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "nan",
    "inf",
    "1e400",
    "\uff11\uff12",
    "9" * 400,
    "2147483648",
    "9223372036854775808",
    "alice\n",
    "ﬁ",
    "\ufeff",
    "\ufffe",
)
"""Texts that other programs have stumbled over."""

ODD_NUMBERS: tuple[float, ...] = (
    *(-1, 0, 1, 7, 8, 1000, 1001, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64),
    *(10**30, -(2**63) - 1, 0.5, -0.0, 1e308),
)

# json.dumps never writes these forms.
RAW_VALUES = ("NaN", "Infinity", "1e999", "-", "01", '"\\ud800"', '"\\u0000"', "[" * DEPTH, "'x'")


def odd_value(random: Random) -> Any:
    """Return a JSON value that a field hardly expects."""
    choice = random.randrange(6)
    if choice == 0:
        return random.choice(ODD_NUMBERS)
    if choice == 1:
        return random.choice((None, True, False))
    if choice == 2:
        return [random.choice(ODD_NUMBERS) for _ in range(random.choice((0, 1, 5, 6, 300)))]
    if choice == 3:
        return {random.choice(ODD_TEXTS)[:50]: random.choice(ODD_NUMBERS)}
    return random.choice(ODD_TEXTS)


def dumps(content: dict[str, Any], random: Random) -> str:
    """Return JSON: compact or spaced, lone surrogates and others escaped or not."""
    text = json.dumps(content, ensure_ascii=random.random() < 0.5)
    # A lone surrogate has no UTF-8 form: it can only be sent as an escape.
    return text if text.isascii() or is_encodable(text) else json.dumps(content)


def is_encodable(text: str) -> bool:
    """Whether `text` has a UTF-8 form."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


# --- Broken commands. Each takes a valid command, and returns the text of a frame. ----------------

Breakage = Callable[[dict[str, Any], Random], str]


def odd_field(content: dict[str, Any], random: Random) -> str:
    """Give one field an odd value."""
    return dumps(content | {random.choice(list(content)): odd_value(random)}, random)


def missing_field(content: dict[str, Any], random: Random) -> str:
    """Leave one field out."""
    gone = random.choice(list(content))
    return dumps({key: value for key, value in content.items() if key != gone}, random)


def unknown_field(content: dict[str, Any], random: Random) -> str:
    """Add a field that no command has."""
    return dumps(content | {random.choice(ODD_TEXTS)[:80]: odd_value(random)}, random)


def repeated_key(content: dict[str, Any], random: Random) -> str:
    """Write one key twice, with two values."""
    key = random.choice(list(content))
    return f"{json.dumps(content)[:-1]}, {json.dumps(key)}: {json.dumps(odd_value(random))}}}"


def raw_value(content: dict[str, Any], random: Random) -> str:
    """Give one field a value that is no valid JSON, or hardly."""
    key = random.choice(list(content))
    return json.dumps(content | {key: "@@"}).replace('"@@"', random.choice(RAW_VALUES))


def cut(content: dict[str, Any], random: Random) -> str:
    """Cut the text off."""
    text = json.dumps(content)
    return text[: random.randrange(len(text))]


def changed_characters(content: dict[str, Any], random: Random) -> str:
    """Replace some characters."""
    text = list(json.dumps(content))
    for _ in range(random.randint(1, 4)):
        text[random.randrange(len(text))] = chr(random.choice((0, 10, 34, 44, 92, 123, 125, 233)))
    return "".join(text)


def no_command(content: dict[str, Any], random: Random) -> str:
    """Send something else than an object: a number, a list, nested lists, many spaces, nothing."""
    return random.choice(
        (
            "",
            " " * 4096,
            "null",
            "[]",
            f"[{json.dumps(content)}]",
            '"roll"',
            "[" * DEPTH + "]" * DEPTH,
            '{"a":' * DEPTH + "1" + "}" * DEPTH,
            json.dumps(content) + json.dumps(content),
            "\ufeff" + json.dumps(content),
            json.dumps(content) + "\x00",
        )
    )


def too_long(content: dict[str, Any], random: Random) -> str:
    """Pad the command to the largest size of a command or of a frame, or (rarely) past it."""
    size = random.choice((4095, 4096, 4097, 16_383, 16_384))
    if random.random() < 0.1:
        size = random.choice((16_385, 40_000, 70_000))
    text = json.dumps(content)
    return text + " " * max(0, size - len(text))


BREAKAGES: tuple[Breakage, ...] = (
    odd_field,
    odd_field,
    odd_field,
    missing_field,
    unknown_field,
    repeated_key,
    raw_value,
    cut,
    changed_characters,
    no_command,
    too_long,
)


def broken(content: dict[str, Any], random: Random) -> str:
    """Return the text of a frame that was a valid command."""
    return random.choice(BREAKAGES)(content, random)
