"""Where a page of a list begins, as text in addresses: the sort value and row id before it."""

import base64
import binascii

from games.core.numbers import decimal, whole

MAX_VALUE = 2**53
"""No column by which lists are sorted has larger values."""


class InvalidCursor(ValueError):
    """The text is not a cursor."""


def cursor_after(value: float, row_id: int) -> str:
    """Return the cursor of the page after the row with this value. Whole numbers stay exact."""
    return base64.urlsafe_b64encode(f"{value!r}:{row_id}".encode()).decode().rstrip("=")


def place_before(cursor: str) -> tuple[float, int]:
    """Return the value and id of the last row before a page. Raises InvalidCursor.

    The value is an int if it is a whole number.
    """
    try:
        padded = cursor.encode() + b"=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
        value, _, row_id = text.partition(":")
    except (binascii.Error, UnicodeError) as error:
        raise InvalidCursor("This is not a cursor.") from error
    number, row = decimal(value), whole(row_id)
    if number is None or row is None:
        raise InvalidCursor("This is not a cursor.")
    # The database rejects numbers that no column can hold.
    if abs(number) >= MAX_VALUE:
        raise InvalidCursor("This cursor is out of range.")
    return number, row
