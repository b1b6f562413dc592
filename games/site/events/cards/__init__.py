"""Cards: a contest with the same dice by link, which everybody plays alone, when they like, once.

`opening` makes cards, `entries` plays them, `closing` ends them. The others only read.
"""
