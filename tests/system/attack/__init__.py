"""Attacks on a running server, one file per kind. Each test asserts what the attacker gets, what it
costs the server, and that somebody else is served meanwhile.
"""
