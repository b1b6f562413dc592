"""Finding opponents: `tickets` of the queue, `pairing` (pure), `challenges`, the `lobby`, and lists
of tables. Nothing else writes tickets and challenges.
"""
