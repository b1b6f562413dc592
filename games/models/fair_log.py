"""The public log of commitments."""

from django.db import models
from django.db.models import Q


class FairLogEntry(models.Model):
    """One entry of the chain (`games.engine.fair_log`). Rows are never changed or deleted."""

    index = models.BigIntegerField(primary_key=True, help_text="From 1, without gaps.")
    at = models.BigIntegerField(help_text="Milliseconds since 1970, UTC.")
    kind = models.CharField(max_length=12)
    code = models.CharField(max_length=16, help_text="The game's code.")
    is_end = models.BooleanField(help_text="Whether it reveals the secret.")
    value = models.CharField(
        max_length=64,
        help_text="The commitment, the secret, or the hash of the last event, in hex.",
    )
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["code", "kind"], name="fair_log_kind_once_a_code"),
            models.UniqueConstraint(
                fields=["code"], condition=Q(is_end=True), name="fair_log_code_ends_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.index} {self.kind} {self.code}"
