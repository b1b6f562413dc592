"""Background jobs: deadlines and bot moves, pairing, results, analyses and cleanup.

`loop.run` runs them all; `lifecycle` says what a server does when it starts and stops.
"""
