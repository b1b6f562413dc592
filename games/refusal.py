"""What is refused, and why: for programs a code, for players a text."""


class Refusal(Exception):
    """Base of all errors that a player, or their program, gets to read.

    `code` is a stable word for programs. `text` is the message with placeholders, "%(name)s has
    left.", which stand for `values`: `games.language.translated` translates it before it fills
    them in.
    """

    def __init__(self, code: str, text: str, /, **values: object) -> None:
        super().__init__(text % values if values else text)
        self.code = code
        self.text = text
        self.values = values
