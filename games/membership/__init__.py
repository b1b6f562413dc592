"""Signing in, accounts and settings: upgrade, merge, renaming, deletion, export, blocks, mail.

Also what staff do with accounts (`moderation`).
"""
