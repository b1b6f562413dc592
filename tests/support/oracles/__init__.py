"""Second, naive implementations: what tests and the tools of `workshop/lab` compare the site
with.

Each is slow and plain, and written from the docs or a published source. `points` shares no code
with `games`; the others share at most what their docstring says.
"""
