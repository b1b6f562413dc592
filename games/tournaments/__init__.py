"""Arena tournaments: scheduling, joining, pairing (pure), points (pure), results, standings.

The only writer of tournaments, their entries and their tables.
"""
