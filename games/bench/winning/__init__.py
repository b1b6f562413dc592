"""Measure win probabilities and play for the win."""
