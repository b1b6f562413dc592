"""Measure the bots: whole games, and the ladder."""
