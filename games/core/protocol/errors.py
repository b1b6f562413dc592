"""Error codes, close codes and the error for a malformed frame."""

from enum import IntEnum, StrEnum

from games.core.refusal import Refusal

TRY_AGAIN = "The server is busy. Please try again."


class ErrorCode(StrEnum):
    """Why a command was refused: its form, the sender, the moment, the rules or the server."""

    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    SIGN_IN_FIRST = "sign_in_first"
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    STALE = "stale"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    GAME_OVER = "game_over"
    ROOM_FULL = "room_full"
    SEAT_TAKEN = "seat_taken"
    BAD_SEED = "bad_seed"
    NO_ROLLS_LEFT = "no_rolls_left"
    MUST_ROLL_FIRST = "must_roll_first"
    BAD_HOLD = "bad_hold"
    NO_SUCH_BOX = "no_such_box"
    BOX_FILLED = "box_filled"
    BOX_NOT_ALLOWED = "box_not_allowed"
    BUSY = "busy"
    SERVER_ERROR = "server_error"


class CloseCode(IntEnum):
    """Close codes. The server accepts a connection before closing it, or browsers see only 1006."""

    SESSION_ENDED = 4401
    FORBIDDEN = 4403
    NO_SUCH_ROOM = 4404
    IDLE = 4408
    FLOODING = 4429
    TOO_MANY_SOCKETS = 4430
    UNAVAILABLE = 4503
    RESTART = 1012


class ProtocolError(Refusal):
    """A frame that is not a valid command. The connection stays open."""


class Refused(Refusal):
    """This is not allowed now. `code` is an ErrorCode."""
