"""Puzzles: positions in which players chose wrong, with the exact value of every choice.

`collecting` and `storing` make them, `choosing` picks one for a player, `answers` judges answers.
"""
