"""Cards: a contest with the same dice by link, which everybody plays alone, when they like, once.

A card is for everybody with its link, or for a circle (`access`). `opening` makes cards, `weekly`
those of circles, `entries` plays them, `closing` ends and `judging` analyses them. `news` says what
has happened for those who are away. The others only read. `solo` is shared with the daily.
"""
