"""Counts of thrown dice."""

from django.db import models


class DiceCount(models.Model):
    """The dice of all games that ended on one day (UTC), or on any: a cache of the logs."""

    period = models.CharField(max_length=10, unique=True, help_text='"2026-01-31", or "total".')
    games = models.PositiveBigIntegerField(default=0)
    counts = models.JSONField(default=dict, help_text="By number of faces, kind, row and face.")

    def __str__(self) -> str:
        return self.period
