"""Imagined players, to choose the constants of pairing and rating and to see what they do."""
