"""Bots: their personalities and how they choose moves.

A bot gets what every player sees and a random number. It never gets future dice or their secret.
"""

from games.core.bots.choice import Observation, choose, choose_with_pause, observe, pause_ms, pick
from games.core.bots.personalities import (
    DEFAULT,
    PERSONALITIES,
    STAND_IN,
    Personality,
    find_personality,
)

__all__ = [
    "DEFAULT",
    "PERSONALITIES",
    "STAND_IN",
    "Observation",
    "Personality",
    "choose",
    "choose_with_pause",
    "find_personality",
    "observe",
    "pause_ms",
    "pick",
]
