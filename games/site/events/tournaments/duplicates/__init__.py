"""Duplicate events: everybody plays the same game at the same time, at tables that share dice and
clock.

`starting` seats the players, `rounds` ends each round at all tables at once and counts points or
matchpoints, `ending` reveals the dice and fixes the places.
"""
