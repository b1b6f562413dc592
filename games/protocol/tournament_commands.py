"""The commands of a tournament's socket, `/ws/v1/tournaments/<code>/`."""

from games.engine.fields import Seq
from games.protocol.codec import CommandDecoder
from games.protocol.frames import Command


class Join(Command, tag="join", frozen=True, kw_only=True):
    """Take part, from now on or again."""


class Pause(Command, tag="pause", frozen=True, kw_only=True):
    """Stop being paired; during a game, after it."""


class TournamentSync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for the whole tournament."""


class TournamentPing(Command, tag="ping", frozen=True, kw_only=True):
    """Keep the connection alive, and report how much the sender has received."""

    seq: Seq | None = None


TOURNAMENT_COMMANDS: tuple[type[Command], ...] = (Join, Pause, TournamentSync, TournamentPing)

TOURNAMENT_DECODER = CommandDecoder(TOURNAMENT_COMMANDS)
