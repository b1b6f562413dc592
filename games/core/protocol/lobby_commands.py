"""The commands of the lobby socket, `/ws/v1/lobby/`."""

from typing import Annotated

import msgspec

from games.core.engine.fields import Seq
from games.core.protocol.frames import Command, CommandDecoder, RulesId, Switches

VariantId = Annotated[str, msgspec.Meta(max_length=20)]
ChallengeId = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class Play(Command, tag="play", frozen=True, kw_only=True):
    """Search for 2 to 4 `players`, 0 for any number. It replaces an older request; the same one
    keeps its place.
    """

    variant: VariantId
    switches: Switches = {}
    players: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    clock: int | None = None
    rated: bool = False


class Cancel(Command, tag="cancel", frozen=True, kw_only=True):
    """Stop searching."""


class PlayWithBots(Command, tag="company", frozen=True, kw_only=True):
    """Play with 1 to 3 bots at once, the `wanted` ones first. Never rated. Answered by `paired`."""

    variant: RulesId
    switches: Switches = {}
    clock: int | None = None
    bots: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    wanted: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...], msgspec.Meta(max_length=3)
    ] = ()


class Challenge(Command, tag="challenge", frozen=True, kw_only=True):
    """Invite an account, or a guest who is online, by name to a game for two."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    variant: RulesId
    switches: Switches = {}
    clock: int | None = None
    rated: bool = False


class Accept(Command, tag="accept", frozen=True, kw_only=True):
    """Accept a challenge; both are then `paired`."""

    challenge: ChallengeId


class Decline(Command, tag="decline", frozen=True, kw_only=True):
    """Decline a challenge."""

    challenge: ChallengeId


class Withdraw(Command, tag="withdraw", frozen=True, kw_only=True):
    """Take back one's own challenge."""

    challenge: ChallengeId


class LobbySync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for a `snapshot`."""


class LobbyPing(Command, tag="ping", frozen=True, kw_only=True):
    """As in rooms. `looking`: somebody can see the page. While nobody looks, no bots play to show
    the game.
    """

    seq: Seq | None = None
    looking: bool = False


LOBBY_COMMANDS: tuple[type[Command], ...] = (
    Play,
    Cancel,
    PlayWithBots,
    Challenge,
    Accept,
    Decline,
    Withdraw,
    LobbySync,
    LobbyPing,
)

LOBBY_DECODER = CommandDecoder(LOBBY_COMMANDS)
