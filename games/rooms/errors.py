"""The refusal of a room."""

from games.protocol import ErrorCode


class Refused(Exception):
    """The room does not allow this now. `code` is one of the protocol's error codes."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
