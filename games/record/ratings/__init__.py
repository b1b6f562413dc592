"""Ratings: the rating model (pure), counting results, records, and leaderboard eligibility.

Nothing else writes ratings, tallies, result numbers and the result columns of scorecards.
"""
