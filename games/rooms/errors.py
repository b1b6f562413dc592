"""The error raised when a room does not allow a change."""

from games.protocol import ErrorCode


class Refused(Exception):
    """The room does not allow this now. `code` is for programs, the message for players.

    `text` is the message with placeholders: "%(name)s has left." They stand for `values`.
    """

    def __init__(self, code: ErrorCode, text: str, **values: object) -> None:
        super().__init__(text % values if values else text)
        self.code = code
        self.text = text
        self.values = values
