"""The error of a change that a room does not allow."""

from games.protocol import ErrorCode


class Refused(Exception):
    """The room does not allow this now. `code` is for programs, the message for players."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
