"""Parts of addresses: codes, numbers and names."""

from games.core.numbers import WHOLE

CODE = r"(?P<code>[A-Za-z0-9]{1,16})"
"""A code, which is lower case. Views accept upper case too, for links typed by hand."""


class NumberConverter:
    """A whole number, such as the id of a row. Django's `int` takes numbers of any length."""

    regex = WHOLE

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, number: int) -> str:
        return str(number)


class NameConverter:
    """A player's name as one path segment.

    "/" is written "~s" and "~" is written "~t", because a name may contain slashes.
    """

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        return value.replace("~s", "/").replace("~t", "~")

    def to_url(self, name: str) -> str:
        return name.replace("~", "~t").replace("/", "~s")


class CodeConverter:
    """A code, as in CODE."""

    regex = "[A-Za-z0-9]{1,16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, code: str) -> str:
        return code
