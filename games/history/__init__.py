"""Records of games: read them, and format them for the game page or as text.

Start with `find_game` and `read_record`.
"""
