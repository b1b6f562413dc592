"""Signing in, accounts and settings: upgrade, merge, renaming, deletion, export, blocks and mail.

`moderation` has what staff do with accounts.
"""
