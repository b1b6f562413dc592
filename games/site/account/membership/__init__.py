"""Signing in, accounts and settings: `signing_in`, which merges guests into accounts, `upgrade` of
guests, `renaming`, `blocks`, `export`, `deletion`, and `mail`. `moderation`: what staff do.
"""
