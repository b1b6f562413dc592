"""Where a page of a list begins, as text in addresses: the sort value and row id before it."""

import base64
import binascii

MAX_VALUE = 2**53
"""No column by which lists are sorted has larger values."""
MAX_ROW_ID = 2**63


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
        place = (float(value) if "." in value or "e" in value else int(value), int(row_id))
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise InvalidCursor("This is not a cursor.") from error
    # The database rejects numbers that no column can hold.
    if not (abs(place[0]) < MAX_VALUE and 0 <= place[1] < MAX_ROW_ID):
        raise InvalidCursor("This cursor is out of range.")
    return place
