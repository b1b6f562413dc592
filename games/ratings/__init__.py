"""Ratings: the rating model (pure), counting results, records, and leaderboard eligibility.

The only writer of ratings, tallies, result numbers and the result columns of scorecards.
"""

from games.ratings.addresses import forget_addresses
from games.ratings.counting import (
    count_results,
    lock_players,
    settle_demonstration,
    waiting_results,
)
from games.ratings.listing import list_players, refresh_eligibility, refresh_listing
from games.ratings.model import (
    BOARD_DAYS,
    BOARD_SIGMA,
    ELO,
    MAX_A_DAY,
    MIN_TURNS,
    MU,
    OURS,
    PROVISIONAL_SIGMA,
    SIGMA,
    SMALL_BOARD,
    SMALL_BOARD_GAMES,
    GameSummary,
    Rating,
    RatingChange,
    SeatSummary,
    System,
    UnratedReason,
    change,
    find_unrated_reason,
    is_provisional,
    rate,
    shown,
    win_chance,
)
from games.ratings.pools import POOLS, dice_of_pool, pool_name, pool_of
from games.ratings.recomputing import recompute
from games.ratings.records import Outcome, Record, Result, Seat, spans
from games.ratings.results import read_result, uncounted_reason
from games.ratings.rows import forget_old_tallies
from games.ratings.scores import SOLO_DAYS, TOTALS_OF_AVERAGE, Games, has_box
from games.ratings.standings import Standings, person_view, read_standings
from games.ratings.verdicts import Verdict, judge

__all__ = [
    "BOARD_DAYS",
    "BOARD_SIGMA",
    "ELO",
    "MAX_A_DAY",
    "MIN_TURNS",
    "MU",
    "OURS",
    "POOLS",
    "PROVISIONAL_SIGMA",
    "SIGMA",
    "SMALL_BOARD",
    "SMALL_BOARD_GAMES",
    "SOLO_DAYS",
    "TOTALS_OF_AVERAGE",
    "GameSummary",
    "Games",
    "Outcome",
    "Rating",
    "RatingChange",
    "Record",
    "Result",
    "Seat",
    "SeatSummary",
    "Standings",
    "System",
    "UnratedReason",
    "Verdict",
    "change",
    "count_results",
    "dice_of_pool",
    "find_unrated_reason",
    "forget_addresses",
    "forget_old_tallies",
    "has_box",
    "is_provisional",
    "judge",
    "list_players",
    "lock_players",
    "person_view",
    "pool_name",
    "pool_of",
    "rate",
    "read_result",
    "read_standings",
    "recompute",
    "refresh_eligibility",
    "refresh_listing",
    "settle_demonstration",
    "shown",
    "spans",
    "uncounted_reason",
    "waiting_results",
    "win_chance",
]
