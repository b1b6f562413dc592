"""Values that several answers of the API have."""

from datetime import datetime
from typing import TYPE_CHECKING

from games.record.ratings.model import RatingChange
from games.site.shared.answers import types

if TYPE_CHECKING:
    from games.record.fairness.public_log import GameEntries


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def rating_change(change: RatingChange | None) -> types.RatingChange | None:
    if change is None:
        return None
    return types.RatingChange(change.before, change.after, change.provisional)


def same_dice(dice: str) -> dict[str, str]:
    """Return the field `dice`, which is absent for own dice."""
    return {} if dice == "own" else {"dice": dice}


def game_entries(found: "GameEntries") -> types.GameEntries:
    return types.GameEntries(found.commitment, found.end, found.log)
