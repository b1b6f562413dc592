"""Signing in, accounts and settings: `signing_in`, `upgrade` of guests, `merge`, `renaming`,
`blocks`, `export`, `deletion`, and `mail`. `moderation` has what staff do with accounts.
"""
