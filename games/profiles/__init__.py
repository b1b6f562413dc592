"""Leaderboards, profiles and lists of finished games. Reads only."""
