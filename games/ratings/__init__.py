"""Ratings: the rating model (pure), counting results, records, and leaderboard eligibility.

The only writer of ratings, tallies, result numbers and the result columns of scorecards.
"""
