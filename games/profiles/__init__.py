"""Leaderboards, player profiles and lists of games. Read-only queries.

Import the modules `leaderboards`, `player_profile` and `game_lists`; their functions are public.
"""
