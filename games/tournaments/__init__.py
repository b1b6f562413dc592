"""Tournaments: scheduling, joining, pairing (pure), points (pure), results, standings.

In `duplicates`: events in which everybody plays the same dice. The only writer of tournaments,
their entries and their tables.
"""
