"""Names in addresses."""


class NameConverter:
    """A player's name as one part of a path: a slash within would be read as the path's own, and
    "a/../b" would lead elsewhere. "~" is written "~t" and "/" is written "~s".
    """

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """Return the name that a path has."""
        return value.replace("~s", "/").replace("~t", "~")

    def to_url(self, name: str) -> str:
        """Return how a path has this name."""
        return name.replace("~", "~t").replace("/", "~s")
