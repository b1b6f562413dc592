"""Measure the bots: simulate whole games, calibrate temperatures, compute ratings."""
