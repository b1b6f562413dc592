"""The daily: one game per day and variant, with the same dice for everybody, played alone and once.

`opening` makes the dailies, `entries` plays them, and `settling` ends them. The others only read.
"""
