"""The endpoints of version 1, one line each: views, OpenAPI document and docs page follow this."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.api import analysis_types, types
from games.api.errors import ErrorCode

PREFIX = "/api/v1/"
SHORT, MINUTE, HOUR, DAY, YEAR = 2, 60, 3600, 86400, 31536000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What can be asked under one path, and what is answered. `max_age` is in seconds."""

    id: str
    path: str
    summary: str
    about: str
    answer: type[types.Body]
    query: type[types.Body] = types.NoQuery
    in_path: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    max_age: int = MINUTE

    @property
    def refusals(self) -> tuple[ErrorCode, ...]:
        """Why it may not answer."""
        refusals = [ErrorCode.RATE_LIMITED]
        if self.in_path:
            refusals.insert(0, ErrorCode.NOT_FOUND)
        if self.query is not types.NoQuery:
            refusals.insert(0, ErrorCode.BAD_PARAMETER)
        return tuple(refusals)


CODE = {"code": (types.Code, "The game's code, as in /g/<code>/.")}
NAME = {"name": (types.Name, "The name of an account, in any letter case.")}
VARIANT = {"variant": (types.VariantId, "The id of a variant.")}
DICE = {"dice": (types.DiceText, "Five faces, as in 55512.")}

ENDPOINTS = {
    endpoint.id: endpoint
    for endpoint in (
        Endpoint(
            "variants",
            "variants",
            "The variants, their switches and scorecards",
            "Categories of events and cards are named by their ids here.",
            types.Variants,
            max_age=HOUR,
        ),
        Endpoint(
            "game",
            "games/{code}",
            "A game",
            "As spectators see it: cards, dice on the table, and after the end the secret of the "
            "dice. A game that is over and counted changes only when its players change names.",
            types.Game,
            in_path=CODE,
            max_age=DAY,
        ),
        Endpoint(
            "events",
            "games/{code}/events",
            "The log of a game",
            "Every roll and every box. Once a game is over its log never changes; until then, ask "
            "again with the seq of the newest line in after.",
            types.Events,
            types.EventsQuery,
            in_path=CODE,
            max_age=YEAR,
        ),
        Endpoint(
            "analysis",
            "games/{code}/analysis",
            "How a finished game was played",
            "Each choice with the points that it gave away, each roll with its luck, and what "
            "perfect play would have scored with the same dice. It is there seconds after the end.",
            analysis_types.GameAnalysis,
            in_path=CODE,
            max_age=DAY,
        ),
        Endpoint(
            "position",
            "positions",
            "What a position is worth",
            "Every choice in any position, with the expected points still to come under perfect "
            "play; estimated for Triple Yahtzee.",
            analysis_types.PositionValue,
            analysis_types.PositionQuery,
            max_age=DAY,
        ),
        Endpoint(
            "dice",
            "variants/{variant}/dice/{dice}",
            "What five dice are worth",
            "The score of this single roll in each category, and the best that a single turn can "
            "expect of it.",
            analysis_types.DiceWorth,
            analysis_types.DiceQuery,
            in_path={**VARIANT, **DICE},
            max_age=DAY,
        ),
        Endpoint(
            "player",
            "players/{name}",
            "A player's records",
            "Ratings, wins and streaks in each variant. Accounts only.",
            types.PlayerPage,
            in_path=NAME,
        ),
        Endpoint(
            "player_games",
            "players/{name}/games",
            "A player's finished games",
            "Newest first, a page at a time: pass after of one page to get the next.",
            types.PlayerGames,
            types.GamesQuery,
            in_path=NAME,
        ),
        Endpoint(
            "leaderboard",
            "leaderboards/{variant}",
            "A leaderboard",
            "Best first, a page at a time.",
            types.Leaderboard,
            types.BoardQuery,
            in_path=VARIANT,
        ),
    )
}
