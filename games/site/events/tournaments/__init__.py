"""Tournaments: scheduling, joining, pairing (pure), points (pure), results, standings.

`duplicates` has events in which everybody plays the same dice. Nothing else writes tournaments,
their entries and their tables.
"""
