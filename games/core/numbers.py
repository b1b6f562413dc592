"""The one reader of numbers in text from outside: addresses, queries, forms, cookies and headers.

`int` itself takes signs, underscores, spaces and the digits of every script, and raises ValueError
above 4,300 digits. Databases refuse numbers that no column can hold.
"""

import re

MOST_DIGITS = 18
"""A number of so many digits fits every column: the largest has 19."""
WHOLE = f"[0-9]{{1,{MOST_DIGITS}}}"
"""A whole number as a regular expression, for addresses."""
_WHOLE = re.compile(WHOLE)
_DECIMAL = re.compile(rf"-?{WHOLE}(\.{WHOLE})?(e[+-]?[0-9]{{1,3}})?")


def whole(text: str) -> int | None:
    """Return the whole number in a text of ASCII digits, without a sign; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) else None


def decimal(text: str) -> float | None:
    """Return the number in a text such as "-12.5" or "1e-05", an int if it is whole; None for
    anything else.
    """
    if _DECIMAL.fullmatch(text) is None:
        return None
    return float(text) if "." in text or "e" in text else int(text)
