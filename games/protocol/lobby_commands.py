"""What the lobby's socket understands: `/ws/v1/lobby/`."""

from typing import Annotated, Any

import msgspec

from games.protocol.codec import CommandDecoder
from games.protocol.commands import Command
from games.protocol.fields import Seq

VariantId = Annotated[str, msgspec.Meta(max_length=20)]
Switches = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=20)], Annotated[str, msgspec.Meta(max_length=20)]],
    msgspec.Meta(max_length=8),
]
ChallengeId = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class Play(Command, tag="play", frozen=True, kw_only=True):
    """Look for people; `players` is 2 to 4, or 0 for any number. Replaces an older wish."""

    variant: VariantId
    switches: Switches = {}
    players: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    clock: int | None = None
    rated: bool = False


class Cancel(Command, tag="cancel", frozen=True, kw_only=True):
    """Look for nobody any more."""


class Company(Command, tag="company", frozen=True, kw_only=True):
    """Play with bots at once instead: with those named in `wanted`, and `bots` in all."""

    variant: VariantId
    switches: Switches = {}
    clock: int | None = None
    bots: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    wanted: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...], msgspec.Meta(max_length=3)
    ] = ()


class Challenge(Command, tag="challenge", frozen=True, kw_only=True):
    """Ask one player, by name, for a game for two."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    variant: VariantId
    switches: Switches = {}
    clock: int | None = None
    rated: bool = False


class Accept(Command, tag="accept", frozen=True, kw_only=True):
    """Say yes to a challenge."""

    challenge: ChallengeId


class Decline(Command, tag="decline", frozen=True, kw_only=True):
    """Say no to a challenge."""

    challenge: ChallengeId


class Withdraw(Command, tag="withdraw", frozen=True, kw_only=True):
    """Take one's own challenge back."""

    challenge: ChallengeId


class LobbySync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for the whole lobby."""


class LobbyPing(Command, tag="ping", frozen=True, kw_only=True):
    """Show that one is there, and how far one has read."""

    seq: Seq | None = None


COMMANDS: tuple[type[Command], ...] = (
    Play,
    Cancel,
    Company,
    Challenge,
    Accept,
    Decline,
    Withdraw,
    LobbySync,
    LobbyPing,
)
AnyCommand: Any = (
    Play | Cancel | Company | Challenge | Accept | Decline | Withdraw | LobbySync | LobbyPing
)
LOBBY = CommandDecoder(COMMANDS, AnyCommand)
