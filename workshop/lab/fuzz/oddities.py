"""Odd values, and a way to break the text of a command."""

import json
from random import Random
from typing import Any

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


def broken(content: dict[str, Any], random: Random) -> str:
    """Return the text of a JSON object with an odd value, or cut off, or with other characters.

    The ways to break a command are hypothesis's work: tests/support/odd_commands.py.
    """
    text = json.dumps(content | {random.choice(list(content)): odd_value(random)})
    at, chance = random.randrange(len(text)), random.random()
    if chance < 0.7:
        return text
    if chance < 0.85:
        return text[:at]
    return f"{text[:at]}{random.choice(ODD_TEXTS)}{text[at + 1 :]}"
