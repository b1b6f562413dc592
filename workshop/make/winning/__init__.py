"""Simulate duels, to measure predicted win probabilities."""
