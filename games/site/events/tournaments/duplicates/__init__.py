"""Duplicate events: everybody plays the same game at the same time, at tables that share dice and
clock.

`tables` and `matchpoints` are pure. `starting` seats the players, `rounds` ends each round at all
tables at once, `ending` reveals the dice and fixes the places,
`perfect` finds what perfect play scores with them.
"""
