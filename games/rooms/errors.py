"""The error raised when a room does not allow a change."""

from games.protocol import ErrorCode


class Refused(Exception):
    """The room does not allow this now. `code` is for programs, the message for players."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
