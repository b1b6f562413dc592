"""Simulate duels, to measure win probabilities and the best response."""
