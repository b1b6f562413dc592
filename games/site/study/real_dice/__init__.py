"""A scorecard for games with real dice: rules for the browser, a verdict on luck and choices, and
the games that accounts keep.

Others may use `kept`, the games of a player. Imports nothing.
"""
