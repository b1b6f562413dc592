"""Circles as data: who belongs together, with which role, and how people come in.

`membership`: circles begin and end, people come and go. `links`: how people come in. `friends`:
circles of two. `together`: the one answer to who belongs together.
"""
