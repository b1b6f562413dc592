"""The house's own players: who they are, and how each chooses.

A bot is given what everybody at the table sees, and a number to draw lots with. It never meets
the dice to come, nor the secret they come from.
"""

from games.bots.choice import Sight, choose, pick, sight_of, think
from games.bots.pacing import thinking_ms
from games.bots.personalities import DEFAULT, PERSONALITIES, STAND_IN, Personality, find_personality

__all__ = [
    "DEFAULT",
    "PERSONALITIES",
    "STAND_IN",
    "Personality",
    "Sight",
    "choose",
    "find_personality",
    "pick",
    "sight_of",
    "think",
    "thinking_ms",
]
