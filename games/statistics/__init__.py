"""What perfect play scores, the skill index and the bots: stored figures, and their pages.

`figures` and `sources` only read data.
"""
