"""The dice of all games that are over, counted by day and in total, and tested by chi-square.

The counts are caches of the logs. docs/fairness.md says what the tests mean.
"""
