"""Ratings: `model` (pure), `counting` of results, `pools`, `listing` on boards, `recomputing`.

Nothing else writes ratings, tallies, result numbers and the result columns of scorecards.
"""
