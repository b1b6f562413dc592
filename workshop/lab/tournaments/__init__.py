"""Simulated players in a tournament."""
