"""The commands that a room socket understands."""

from typing import Annotated, Any

import msgspec

from games.protocol.fields import (
    MOST_CHAT,
    CommandId,
    GameCode,
    Hold,
    RollsMade,
    SeatNumber,
    Seed,
    Seq,
    TurnNumber,
)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all commands share: `id`, echoed in the answer, makes a resent command the same one."""

    id: CommandId | None = None


class Roll(Command, tag="roll", frozen=True, kw_only=True):
    """Throw the dice that are not held; `roll` counts the rolls made so far in this turn."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    hold: Hold = ()


class Score(Command, tag="score", frozen=True, kw_only=True):
    """Fill a box with the dice on the table."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    category: Annotated[str, msgspec.Meta(max_length=30)]
    column: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class Hint(Command, tag="hint", frozen=True, kw_only=True):
    """Ask what is best for the dice on the table, in a game that is not rated."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade


class Resign(Command, tag="resign", frozen=True, kw_only=True):
    """Give the game up."""

    game: GameCode


class PlayOn(Command, tag="play_on", frozen=True, kw_only=True):
    """Have an absent player's seat played automatically until he is back."""

    game: GameCode
    seat: SeatNumber


class Back(Command, tag="back", frozen=True, kw_only=True):
    """Play one's own seat again."""

    game: GameCode


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat, the first free one if none is named."""

    seat: SeatNumber | None = None
    seed: Seed | None = None


class Stand(Command, tag="stand", frozen=True, kw_only=True):
    """Leave one's seat; not during a game."""


class Ready(Command, tag="ready", frozen=True, kw_only=True):
    """Show the others that one is ready, or not."""

    ready: bool = True


class SetSeed(Command, tag="seed", frozen=True, kw_only=True):
    """Change one's client seed for the next game."""

    seed: Seed


class Start(Command, tag="start", frozen=True, kw_only=True):
    """The host's: begin the next game."""


class Close(Command, tag="close", frozen=True, kw_only=True):
    """The host's: close a free seat."""

    seat: SeatNumber


class Open(Command, tag="open", frozen=True, kw_only=True):
    """The host's: open a closed seat."""

    seat: SeatNumber


class Remove(Command, tag="remove", frozen=True, kw_only=True):
    """The host's: send the player of a seat away for good; not during a game."""

    seat: SeatNumber


class AddBot(Command, tag="add_bot", frozen=True, kw_only=True):
    """The host's: give a bot a seat, the first free one if none is named; not during a game."""

    bot: Annotated[str, msgspec.Meta(max_length=20)]
    seat: SeatNumber | None = None


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """The host's: give every free seat to a bot; not during a game."""


class StandIns(Command, tag="stand_ins", frozen=True, kw_only=True):
    """The host's: whether a bot plays for whoever leaves; not during a game."""

    on: bool


class Rematch(Command, tag="rematch", frozen=True, kw_only=True):
    """Ask for another game with the same people; it begins when all have asked."""

    seed: Seed | None = None


class Select(Command, tag="select", frozen=True, kw_only=True):
    """Show the others which dice one thinks of holding. Volatile, never acknowledged."""

    game: GameCode
    turn: TurnNumber
    hold: Hold


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Say something in the room."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_CHAT)]


class Mute(Command, tag="mute", frozen=True, kw_only=True):
    """The host's: mute a person, or without `player` everybody who only watches, or undo it."""

    player: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] | None = None
    muted: bool


class Sync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for what is missing after `seq` of `game`."""

    game: GameCode | None = None
    seq: Seq = 0


class Ping(Command, tag="ping", frozen=True, kw_only=True):
    """Show that one is there, and how far one has read."""

    game: GameCode | None = None
    seq: Seq | None = None
    rev: Seq | None = None


COMMANDS: tuple[type[Command], ...] = (
    Roll,
    Score,
    Hint,
    Resign,
    PlayOn,
    Back,
    Sit,
    Stand,
    Ready,
    SetSeed,
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
    Mute,
    Sync,
    Ping,
)


# msgspec reads a union of tagged structs; mypy cannot follow one that is made from a tuple.
AnyCommand: Any = (
    Roll
    | Score
    | Hint
    | Resign
    | PlayOn
    | Back
    | Sit
    | Stand
    | Ready
    | SetSeed
    | Start
    | Close
    | Open
    | Remove
    | AddBot
    | Fill
    | StandIns
    | Rematch
    | Select
    | Chat
    | Mute
    | Sync
    | Ping
)
