"""What a finished game does to its players' records, once: ratings, tallies, boards."""

from games.results.counting import count_result, sweep_results, uncounted_games
from games.results.listing import refresh_eligibility, refresh_listing
from games.results.recomputing import recompute
from games.results.records import (
    EPOCH,
    TOTALS_OF_AVERAGE,
    Outcome,
    Record,
    Result,
    Seat,
    count,
    spans,
)

__all__ = [
    "EPOCH",
    "TOTALS_OF_AVERAGE",
    "Outcome",
    "Record",
    "Result",
    "Seat",
    "count",
    "count_result",
    "recompute",
    "refresh_eligibility",
    "refresh_listing",
    "spans",
    "sweep_results",
    "uncounted_games",
]
