"""A game to look back on: its record, as a page shows it and as text."""

from games.history.page import game_page
from games.history.record import FoundGame, GameRecord, find_game, read_record
from games.history.text import game_text

__all__ = ["FoundGame", "GameRecord", "find_game", "game_page", "game_text", "read_record"]
