"""Finding opponents: tickets and pairing, challenges, the lobby, and lists of tables.

Nothing else writes tickets and challenges.
"""
