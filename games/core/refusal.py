"""Refusals, with a code for programs and a text for players."""


class Refusal(Exception):
    """Base of all errors that reach a player or their program.

    `code`: a stable word for programs. `text`: the message with placeholders for `values`, such as
    "%(name)s has left.". `games.platform.language.refusals` translates it before it fills them in.
    """

    def __init__(self, code: str, text: str, /, **values: object) -> None:
        super().__init__(text % values if values else text)
        self.code = code
        self.text = text
        self.values = values

    @property
    def free(self) -> str | None:
        """A free name like the one that was refused because it is taken."""
        free = self.values.get("free")
        return None if free is None else str(free)
