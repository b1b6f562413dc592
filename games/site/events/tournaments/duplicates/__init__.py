"""Duplicate events: everybody plays the same game at the same time, at tables that share dice and
clock. Nobody opens them any more, but some may still run after an update.

`calling_off` ends those that have not begun, `rounds` ends each round at all tables at once and
counts points or matchpoints, `ending` reveals the dice and fixes the places.
"""
