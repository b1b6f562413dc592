"""Compute the figures of the statistics pages."""
