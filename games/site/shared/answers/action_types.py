"""Types of what programs send, and of the answers: new guests and new rooms."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.clocks import Clock
from games.core.engine.fields import MAX_SEATS, Milliseconds, PlayerId
from games.core.engine.state import DiceMode, Mode
from games.core.protocol.fields import RulesId
from games.core.protocol.prepared_types import prepare_structs
from games.site.shared.answers.types import Body, Code

Seats = Annotated[
    int,
    msgspec.Meta(ge=1, le=MAX_SEATS, description="With the one of the guest; in turns at most 8."),
]


class NewGuest(Body, frozen=True):
    """Who the program wants to be."""

    name: Annotated[str, msgspec.Meta(max_length=200, description="As people at the table see it.")]


class Guest(Body, frozen=True):
    """A new guest. Keep the token: it is the only way to be this guest again."""

    player: PlayerId
    name: str
    token: Annotated[
        str, msgspec.Meta(description="Send it as `Authorization: Bearer <token>`. Keep it secret.")
    ]
    expires: Annotated[Milliseconds, msgspec.Meta(description="When the token ends.")]


class NewRoom(Body, frozen=True):
    """The settings of a new room. Its games are casual."""

    variant: RulesId
    switches: Annotated[
        dict[str, str], msgspec.Meta(description="Ids and values; the default where missing.")
    ] = {}
    seats: Seats = 2
    clock: Annotated[Clock, msgspec.Meta(description="Seconds per turn; null: no limit.")] = None
    public: Annotated[bool, msgspec.Meta(description="Listed on the home page.")] = False
    mode: Annotated[Mode, msgspec.Meta(description="Rounds need a clock.")] = "turns"
    dice: Annotated[
        DiceMode, msgspec.Meta(description="The same for everybody only in rounds.")
    ] = "own"


class OpenedRoom(Body, frozen=True):
    """A new room. The guest is its host and sits in the first seat."""

    code: Code
    page: Annotated[str, msgspec.Meta(description="The link for people.")]
    socket: Annotated[str, msgspec.Meta(description="The path of the room's websocket.")]
    notice: (
        Annotated[str, msgspec.Meta(description="Why house rules have no hints yet; only then.")]
        | UnsetType
    ) = UNSET


prepare_structs(__name__)
