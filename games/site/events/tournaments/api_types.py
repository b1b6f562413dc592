"""Types of the API's answers about tournaments."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.fields import Milliseconds, PlayerId
from games.core.protocol.frames import prepare_structs
from games.site.shared.answers.types import Body, Code, Name, VariantId

Count = Annotated[int, msgspec.Meta(ge=0)]
MAX_STANDINGS = 100


class TournamentEntry(Body, frozen=True):
    """A player in a tournament. Ties share the `place`. `sheet`: the points of each counted game,
    oldest first.

    In duplicate events `totals` are their points after each finished round, and the last one
    decides the place. `of_perfect` is that one as a percentage of `perfect`, once it is known.
    `left`: the server plays for them. `score` counts 2 for each other player that they beat and 1
    for each tie, and `percent` is its share of the highest possible score. All but `score` are
    absent elsewhere.

    `closed`: true for closed accounts, which have no profile; else absent.
    """

    place: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    player: PlayerId
    guest: bool
    score: Count
    games: Count
    wins: Count
    sheet: tuple[int, ...]
    percent: Annotated[float, msgspec.Meta(ge=0, le=100)] | UnsetType = UNSET
    of_perfect: Annotated[float, msgspec.Meta(ge=0)] | UnsetType = UNSET
    totals: tuple[int, ...] | UnsetType = UNSET
    left: bool | UnsetType = UNSET
    closed: bool | UnsetType = UNSET


class TournamentSummary(Body, frozen=True):
    """A tournament. `kind`: "arena", or "duplicate" for an event in which all play one game with
    the same dice. `name`: the name that its player gave it, "" for one of a series. `every`: how
    often a tournament of its series starts, "" without a series. `podium`: the first three places,
    once it is finished.
    `share`: the code under which the public log has the dice of a duplicate event. `dice`: absent
    unless all seats of an arena's table get the same dice.
    """

    code: Code
    name: str
    every: Literal["", "hour", "day", "week"]
    variant: VariantId
    clock: int
    seats: Annotated[int, msgspec.Meta(ge=2, le=16)]
    rated: bool
    starts_at: Milliseconds
    ends_at: Milliseconds
    finished: bool
    players: Count
    podium: tuple[TournamentEntry, ...]
    kind: Literal["arena", "duplicate"]
    share: Code | UnsetType = UNSET
    dice: Literal["same"] | UnsetType = UNSET


class Tournaments(Body, frozen=True):
    """Tournaments: running, coming (the next one first) and over (the last one first)."""

    running: tuple[TournamentSummary, ...]
    coming: tuple[TournamentSummary, ...]
    over: tuple[TournamentSummary, ...]


class TournamentPage(Body, frozen=True):
    """A tournament and a part of its standings. `seq`: its revision, which the socket names too.
    `perfect`: the points that perfect play, without foresight, scores with the dice of a finished
    duplicate event. Absent until it is computed.
    """

    tournament: TournamentSummary
    seq: Count
    standings: tuple[TournamentEntry, ...]
    perfect: int | UnsetType = UNSET


class StandingsQuery(Body, frozen=True):
    """A part of the standings: after the first `after` players."""

    after: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_STANDINGS)] = 50


prepare_structs(__name__)
