"""Simulations of players: arrivals, strengths and losses."""
