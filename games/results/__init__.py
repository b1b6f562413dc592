"""What a finished game does to its players' records, once: ratings, tallies, boards."""

from games.results.counting import count_result
from games.results.listing import refresh_eligibility, refresh_listing
from games.results.recomputing import recompute
from games.results.records import (
    TOTALS_OF_AVERAGE,
    Outcome,
    Record,
    Result,
    Seat,
    count,
    spans,
)
from games.results.sweeping import sweep_results, uncounted_games
from games.results.tables import forget_old_tallies

__all__ = [
    "TOTALS_OF_AVERAGE",
    "Outcome",
    "Record",
    "Result",
    "Seat",
    "count",
    "count_result",
    "forget_old_tallies",
    "recompute",
    "refresh_eligibility",
    "refresh_listing",
    "spans",
    "sweep_results",
    "uncounted_games",
]
