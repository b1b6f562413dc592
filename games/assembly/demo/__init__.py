"""The invented players and games of `manage.py seed_demo`.

playing        who plays what and when, and how a game is stored
greedy_policy  how they choose their moves
"""
