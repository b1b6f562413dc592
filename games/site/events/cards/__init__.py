"""Cards: a contest with the same dice by link, which everybody plays alone, when they like, once.

`opening` makes cards, `entries` plays them, `closing` ends and `judging` analyses them. `news` says
what has happened for those who are away. The others only read. `solo` is shared with the daily.
"""
