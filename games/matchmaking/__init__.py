"""Finding opponents: tickets and pairing, challenges, the lobby, and lists of tables.

The only writer of tickets and challenges.
"""
