"""Guest-to-account upgrade and merge, renaming, deletion, export, blocks and moderation.

Callers import the modules, one for each of these.
"""
