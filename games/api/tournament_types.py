"""Types of the API's answers about tournaments."""

from typing import Annotated, Literal

import msgspec

from games.api.types import Body, Code, Name, VariantId
from games.engine.fields import Milliseconds, PlayerId
from games.protocol.prepared_types import prepare_structs

Count = Annotated[int, msgspec.Meta(ge=0)]
MAX_STANDINGS = 100


class TournamentEntry(Body, frozen=True):
    """A player in a tournament. Ties share the `place`. `sheet`: the points of each counted game,
    oldest first.
    """

    place: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    player: PlayerId
    guest: bool
    score: Count
    games: Count
    wins: Count
    sheet: tuple[int, ...]


class TournamentSummary(Body, frozen=True):
    """A tournament. `name`: what its player called it, "" for one of a series. `every`: how often
    one of its series starts, "" for others. `podium`: the first three places, once it is finished.
    """

    code: Code
    name: str
    every: Literal["", "hour", "day", "week"]
    variant: VariantId
    clock: int
    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    rated: bool
    starts_at: Milliseconds
    ends_at: Milliseconds
    finished: bool
    players: Count
    podium: tuple[TournamentEntry, ...]


class Tournaments(Body, frozen=True):
    """Tournaments that run, that come (next one first) and that are over (last one first)."""

    running: tuple[TournamentSummary, ...]
    coming: tuple[TournamentSummary, ...]
    over: tuple[TournamentSummary, ...]


class TournamentPage(Body, frozen=True):
    """A tournament and a part of its standings. `seq`: its revision, which the socket names too."""

    tournament: TournamentSummary
    seq: Count
    standings: tuple[TournamentEntry, ...]


class StandingsQuery(Body, frozen=True):
    """A part of the standings: after the first `after` players."""

    after: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_STANDINGS)] = 50


prepare_structs(__name__)
