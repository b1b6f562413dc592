"""Simulate honest players and players who know coming dice, for the foresight index."""
