"""Simulations of players: arrivals and losses."""
