"""Records of games: reads them, and formats them for the game page or as text.

Start with `find_game` and `read_record`.
"""
