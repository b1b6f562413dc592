"""The only writer of game logs: start games, append events, load and verify them.

Also access to the database from async code, and the SQL that must be fast.
"""
