"""The endpoints of version 1. Views, the OpenAPI document and the API page use this list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.site.events.tournaments import api_types as tournament_types
from games.site.front.api import action_types, types
from games.site.front.api.errors import ApiErrorCode
from games.site.study.analysis import api_types as analysis_types

PREFIX = "/api/v1/"
SHORT, MINUTE, HOUR, DAY, YEAR = 2, 60, 3600, 86400, 31536000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint: path, parameters and type of the answer. `max_age` is in seconds.

    An endpoint with a `body` takes a POST. `limit` is then the key of its limit in settings.LIMITS.
    """

    id: str
    path: str
    summary: str
    about: str
    answer: type[types.Body]
    query: type[types.Body] = types.NoQuery
    in_path: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    max_age: int = MINUTE
    body: type[types.Body] | None = None
    limit: str = ""
    needs_token: bool = False

    @property
    def method(self) -> str:
        """The HTTP method, in capitals."""
        return "GET" if self.body is None else "POST"

    @property
    def refusals(self) -> tuple[ApiErrorCode, ...]:
        """The errors it may return."""
        refusals = [ApiErrorCode.RATE_LIMITED, ApiErrorCode.BUSY]
        if self.in_path:
            refusals.insert(0, ApiErrorCode.NOT_FOUND)
        if self.needs_token:
            refusals.insert(0, ApiErrorCode.UNAUTHORIZED)
        if self.query is not types.NoQuery or self.body is not None:
            refusals.insert(0, ApiErrorCode.BAD_PARAMETER)
        return tuple(refusals)


CODE = {"code": (types.Code, "The game's code, as in /g/<code>/.")}
NAME = {"name": (types.Name, "The name of an account, in any letter case.")}
VARIANT = {"variant": (types.VariantId, "The id of a variant.")}
DATE = {"date": (types.Date, "A day (UTC), such as 2026-01-31.")}
TOURNAMENT = {"code": (types.Code, "The tournament's code, as in /tournaments/<code>/.")}
DICE = {"dice": (types.DiceText, "Five faces, such as 55512.")}

ENDPOINTS = {
    endpoint.id: endpoint
    for endpoint in (
        Endpoint(
            "variants",
            "variants",
            "The variants, their switches and scorecards",
            "Events and cards name categories by the ids listed here.",
            types.Variants,
            max_age=HOUR,
        ),
        Endpoint(
            "game",
            "games/{code}",
            "A game",
            "A game as spectators see it: cards, dice, and after the end the secret of "
            "the dice. A finished and counted game changes only when players change their names.",
            types.Game,
            in_path=CODE,
            max_age=DAY,
        ),
        Endpoint(
            "events",
            "games/{code}/events",
            "The log of a game",
            "Every roll and every box. The log of a finished game never changes. To follow a "
            "running game, pass the seq of the newest event in after.",
            types.Events,
            types.EventsQuery,
            in_path=CODE,
            max_age=YEAR,
        ),
        Endpoint(
            "analysis",
            "games/{code}/analysis",
            "Analysis of a finished game",
            "Each choice with the points it lost, each roll with its luck, and the score of "
            "perfect play with the same dice. Available seconds after the end of the game.",
            analysis_types.GameAnalysis,
            in_path=CODE,
            max_age=DAY,
        ),
        Endpoint(
            "position",
            "positions",
            "Value of a position",
            "All options in any position with their expected points to come under perfect play. "
            "Values are estimated for Triple Yahtzee.",
            analysis_types.PositionValue,
            analysis_types.PositionQuery,
            max_age=DAY,
        ),
        Endpoint(
            "dice",
            "variants/{variant}/dice/{dice}",
            "Value of a roll",
            "The score of this roll in each category, and the best play if only this turn counted.",
            analysis_types.DiceWorth,
            analysis_types.DiceQuery,
            in_path={**VARIANT, **DICE},
            max_age=DAY,
        ),
        Endpoint(
            "player",
            "players/{name}",
            "A player's records",
            "Ratings, wins and streaks per variant. Accounts only.",
            types.PlayerPage,
            in_path=NAME,
        ),
        Endpoint(
            "player_games",
            "players/{name}/games",
            "A player's finished games",
            "Newest first, paginated: pass after from one page to get the next.",
            types.PlayerGames,
            types.GamesQuery,
            in_path=NAME,
        ),
        Endpoint(
            "leaderboard",
            "leaderboards/{variant}",
            "A leaderboard",
            "Best first, paginated.",
            types.Leaderboard,
            types.BoardQuery,
            in_path=VARIANT,
        ),
        Endpoint(
            "daily",
            "daily/{date}/{variant}",
            "A daily",
            "The game of a day that everybody plays with the same dice. The leaderboard is there "
            "after the reveal, half an hour after the end of the day (UTC); best first, paginated.",
            types.Daily,
            types.DailyQuery,
            in_path={**DATE, **VARIANT},
        ),
        Endpoint(
            "tournaments",
            "tournaments",
            "Tournaments",
            "What runs, what comes, and the last ones that are over with their winners.",
            tournament_types.Tournaments,
            max_age=SHORT,
        ),
        Endpoint(
            "tournament",
            "tournaments/{code}",
            "A tournament and its standings",
            "Best first. Pass the number of players that you have in after to get more.",
            tournament_types.TournamentPage,
            tournament_types.StandingsQuery,
            in_path=TOURNAMENT,
            max_age=SHORT,
        ),
        Endpoint(
            "fair_log",
            "fair-log",
            "The head of the public log of commitments",
            "The newest entry. Keep its hash: later logs must contain it.",
            types.FairLogHead,
            max_age=SHORT,
        ),
        Endpoint(
            "fair_log_entries",
            "fair-log/entries",
            "Entries of the public log",
            "At most 1000 at once, in order. Entries never change.",
            types.FairLogEntries,
            types.EntriesQuery,
            max_age=YEAR,
        ),
        Endpoint(
            "guests",
            "guests",
            "Become a guest",
            "For programs that play: creates a guest and returns their token. It is a secret: "
            "anyone who has it is this guest.",
            action_types.Guest,
            body=action_types.NewGuest,
            limit="api-guest",
        ),
        Endpoint(
            "rooms",
            "rooms",
            "Open a room",
            "Opens a casual table. The guest is its host and sits in the first seat; everything "
            "else, such as adding a bot, starting and playing, happens over the room's websocket.",
            action_types.OpenedRoom,
            body=action_types.NewRoom,
            limit="api-room",
            needs_token=True,
        ),
    )
}
