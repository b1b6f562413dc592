"""The daily: one game a day and variant, with the same dice for everybody, alone and once.

`opening` makes the dailies, `entries` plays them, `settling` ends them; the others read.
"""
