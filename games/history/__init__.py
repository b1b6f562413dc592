"""Records of games: read them, and format them for the game page or as text.

Start with `find_game` and `read_record`.
"""

from games.history.page import game_page
from games.history.record import FoundGame, GameRecord, find_game, read_record
from games.history.review import game_review
from games.history.text import game_text

__all__ = [
    "FoundGame",
    "GameRecord",
    "find_game",
    "game_page",
    "game_review",
    "game_text",
    "read_record",
]
