"""The commands of a tournament's socket, `/ws/v1/tournaments/<code>/`."""

from games.core.engine.fields import Seq
from games.core.protocol.frames import Command, CommandDecoder


class Join(Command, tag="join", frozen=True, kw_only=True):
    """Take part, or take part again; during a game, do not pause after it. Nobody joins a duplicate
    event any more.
    """


class Pause(Command, tag="pause", frozen=True, kw_only=True):
    """Stop being paired; during a game, after it. Before the start, this ends the registration.
    Nobody leaves a duplicate event.
    """


class TournamentSync(Command, tag="sync", frozen=True, kw_only=True):
    """Ask for a `snapshot`."""


class TournamentPing(Command, tag="ping", frozen=True, kw_only=True):
    """As in rooms."""

    seq: Seq | None = None


TOURNAMENT_COMMANDS: tuple[type[Command], ...] = (Join, Pause, TournamentSync, TournamentPing)

TOURNAMENT_DECODER = CommandDecoder(TOURNAMENT_COMMANDS)
