"""The commands of the room socket, `/ws/v1/rooms/<code>/`."""

from typing import Annotated

import msgspec

from games.engine.fields import (
    Column,
    GameCode,
    Hold,
    RollsMade,
    SeatNumber,
    Seq,
    TurnNumber,
)
from games.protocol.codec import CommandDecoder
from games.protocol.errors import ErrorCode, ProtocolError
from games.protocol.fields import MAX_CHAT, ReactionName, SaltText, SealText, Seed
from games.protocol.frames import Command
from games.protocol.plain_text import check_text


def _check_seal(game: str | None, seal: str | None, seed: str | None) -> None:
    if (game is None) != (seal is None):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "A seal needs the code of its game.")
    if seal is not None and seed is not None:
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Send a seed or its seal, not both.")


class Roll(Command, tag="roll", frozen=True, kw_only=True):
    """Roll the dice that are not held. `roll` counts the rolls made so far in this turn."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    hold: Hold = ()


class Score(Command, tag="score", frozen=True, kw_only=True):
    """Fill a box with the dice that were rolled."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    category: Annotated[str, msgspec.Meta(max_length=30)]
    column: Column = 0


class Hint(Command, tag="hint", frozen=True, kw_only=True):
    """Ask for the best choices with these dice. Refused in rated games. `explain`: with what the
    best one is good for.
    """

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    explain: bool = False


class Resign(Command, tag="resign", frozen=True, kw_only=True):
    """Give up the game."""

    game: GameCode


class AutoPlay(Command, tag="play_on", frozen=True, kw_only=True):
    """Have an absent player's seat played automatically until they are back."""

    game: GameCode
    seat: SeatNumber


class Back(Command, tag="back", frozen=True, kw_only=True):
    """End the automatic play of the sender's own seat."""

    game: GameCode


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat: the first free one if none is named. `game` and `seal`: as in `seal`."""

    seat: SeatNumber | None = None
    seed: Seed | None = None
    game: GameCode | None = None
    seal: SealText | None = None

    def check(self) -> None:
        """Raise ProtocolError for half a seal, or for a seal and a seed."""
        _check_seal(self.game, self.seal, self.seed)


class Stand(Command, tag="stand", frozen=True, kw_only=True):
    """Leave the seat. Refused during a game."""


class Ready(Command, tag="ready", frozen=True, kw_only=True):
    """Show the others that the sender is ready, or not."""

    ready: bool = True


class SetSeed(Command, tag="seed", frozen=True, kw_only=True):
    """Change the sender's seed for the next game."""

    seed: Seed


class SetSeal(Command, tag="seal", frozen=True, kw_only=True):
    """Seal a seed for the coming game with this code. The newest seal counts."""

    game: GameCode
    seal: SealText


class Reveal(Command, tag="reveal", frozen=True, kw_only=True):
    """Show the seed that the sender sealed for this game, which has started."""

    game: GameCode
    salt: SaltText
    text: Seed


class Start(Command, tag="start", frozen=True, kw_only=True):
    """Start the next game. Host only."""


class Close(Command, tag="close", frozen=True, kw_only=True):
    """Close a free seat. Host only."""

    seat: SeatNumber


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Open a closed seat. Host only."""

    seat: SeatNumber


class Remove(Command, tag="remove", frozen=True, kw_only=True):
    """Remove a player from the room. Host only; refused during a game."""

    seat: SeatNumber


class AddBot(Command, tag="add_bot", frozen=True, kw_only=True):
    """Give a bot a seat: the first free one if none is named. Host only; refused during a game."""

    bot: Annotated[str, msgspec.Meta(max_length=20)]
    seat: SeatNumber | None = None


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """Give every free seat to a bot. Host only; refused during a game."""


class StandIns(Command, tag="stand_ins", frozen=True, kw_only=True):
    """Set whether a bot replaces anyone who leaves. Host only; refused during a game."""

    on: bool


class Rematch(Command, tag="rematch", frozen=True, kw_only=True):
    """Ask for another game with the same people. It starts once all have asked. `game` and `seal`:
    as in `seal`.
    """

    seed: Seed | None = None
    game: GameCode | None = None
    seal: SealText | None = None

    def check(self) -> None:
        """Raise ProtocolError for half a seal, or for a seal and a seed."""
        _check_seal(self.game, self.seal, self.seed)


class Select(Command, tag="select", frozen=True, kw_only=True):
    """Show the others which dice the sender may hold. Not stored, acknowledged only with an id."""

    game: GameCode
    turn: TurnNumber
    hold: Hold


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Write a line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]

    def check(self) -> None:
        """Raise ProtocolError unless the text is plain and visible."""
        check_text(self.text)


class React(Command, tag="react", frozen=True, kw_only=True):
    """Show a picture or a phrase beside the sender's name for a moment. Not stored."""

    reaction: ReactionName


class Mute(Command, tag="mute", frozen=True, kw_only=True):
    """Mute a player, or all spectators if no `player` is named; or undo it. Host only."""

    player: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] | None = None
    muted: bool


class Sync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for everything after event `seq` of `game`."""

    game: GameCode | None = None
    seq: Seq = 0


class Ping(Command, tag="ping", frozen=True, kw_only=True):
    """Keep the connection alive, and report how much the sender has received."""

    game: GameCode | None = None
    seq: Seq | None = None
    rev: Seq | None = None


ROOM_COMMANDS: tuple[type[Command], ...] = (
    Roll,
    Score,
    Hint,
    Resign,
    AutoPlay,
    Back,
    Sit,
    Stand,
    Ready,
    SetSeed,
    SetSeal,
    Reveal,
    Start,
    Close,
    Open,
    Remove,
    AddBot,
    Fill,
    StandIns,
    Rematch,
    Select,
    Chat,
    React,
    Mute,
    Sync,
    Ping,
)

ROOM_DECODER = CommandDecoder(ROOM_COMMANDS)
