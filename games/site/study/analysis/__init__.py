"""Analysis of finished games: the luck of each roll and the points lost by each choice.

`game_analysis` analyses a game and stores the result; `skill` computes a player's skill index.
"""
