"""Ratings: the rating model, counting results, and standings."""

from games.ratings.batch import (
    count_casual,
)
from games.ratings.counting import (
    count_result,
    lock_players,
)
from games.ratings.listing import (
    list_players,
    refresh_eligibility,
    refresh_listing,
)
from games.ratings.model import (
    BOARD_DAYS,
    BOARD_SIGMA,
    ELO,
    MIN_TURNS,
    MOST_A_DAY,
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
    Uncounted,
    change,
    is_provisional,
    rate,
    shown,
    why_uncounted,
    win_chance,
)
from games.ratings.recomputing import (
    recompute,
)
from games.ratings.records import (
    TOTALS_OF_AVERAGE,
    Outcome,
    Record,
    Result,
    Seat,
    count,
    spans,
)
from games.ratings.results import (
    read_result,
)
from games.ratings.rows import (
    forget_old_tallies,
)
from games.ratings.standings import (
    Standings,
    person_view,
    read_standings,
)

__all__ = [
    "BOARD_DAYS",
    "BOARD_SIGMA",
    "ELO",
    "MIN_TURNS",
    "MOST_A_DAY",
    "MU",
    "OURS",
    "PROVISIONAL_SIGMA",
    "SIGMA",
    "SMALL_BOARD",
    "SMALL_BOARD_GAMES",
    "TOTALS_OF_AVERAGE",
    "GameSummary",
    "Outcome",
    "Rating",
    "RatingChange",
    "Record",
    "Result",
    "Seat",
    "SeatSummary",
    "Standings",
    "System",
    "Uncounted",
    "change",
    "count",
    "count_casual",
    "count_result",
    "forget_old_tallies",
    "is_provisional",
    "list_players",
    "lock_players",
    "person_view",
    "rate",
    "read_result",
    "read_standings",
    "recompute",
    "refresh_eligibility",
    "refresh_listing",
    "shown",
    "spans",
    "why_uncounted",
    "win_chance",
]
