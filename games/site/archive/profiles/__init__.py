"""Player profiles and lists of games. Read-only queries, and their pages.

Other features import `player_profile` and `game_lists`.
"""
