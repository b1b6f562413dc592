"""Secrets of dice, games that share them, the public log of commitments, and counts of dice."""

from django.db import models
from django.db.models import Q

from games.core.engine.fairness import SECRET_BYTES
from games.platform.encryption.columns import EncryptedField


class FairLogEntry(models.Model):
    """One entry of the chain (`games.core.engine.fair_log`). Rows are never changed or deleted."""

    privacy_group = "dice"

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


def secret_context(code: str) -> bytes:
    """Return the context in which the secret of the game with this code is encrypted."""
    return f"dice secret|{code}".encode()


class DiceSecret(models.Model):
    """The secret behind a game's published commitment. Shown in no view, log or admin page."""

    privacy_group = "dice"

    code = models.CharField(max_length=16, unique=True, help_text="The game's code.")
    secret = EncryptedField(
        max_length=80,
        help_text="Encrypted; in old rows plain.",
        context=lambda row: secret_context(row.code),
        plain_bytes=SECRET_BYTES,
    )
    open = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its commitment is in the public log and has not ended there.",
    )

    class Meta:
        indexes = (models.Index(fields=["code"], condition=Q(open=True), name="secret_open"),)

    def __str__(self) -> str:
        return self.code


class DiceShare(models.Model):
    """A group of games that share their secret and dice. Its commitment, and the end of that, are
    in the public log under this code. The secret is a `DiceSecret`.
    """

    privacy_group = "dice"

    code = models.CharField(max_length=16, unique=True)
    closed = models.BooleanField(
        default=False, db_default=False, help_text="No further game may begin; the secret is known."
    )
    finishers_see = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Who has finished a game of the group sees the finished games of the others.",
    )
    foresight_counted = models.BooleanField(
        default=False, db_default=False, help_text="The foresight of all its games is stored."
    )

    class Meta:
        indexes = (
            models.Index(
                fields=["id"],
                condition=Q(closed=True, foresight_counted=False),
                name="share_foresight",
            ),
        )

    def __str__(self) -> str:
        return self.code


class DiceCount(models.Model):
    """The dice of all games that ended on one day (UTC), or on any day: a cache of the logs."""

    privacy_group = "dice"

    period = models.CharField(max_length=10, unique=True, help_text='"2026-01-31", or "total".')
    games = models.PositiveBigIntegerField(default=0)
    counts = models.JSONField(default=dict, help_text="By number of faces, kind, row and face.")

    def __str__(self) -> str:
        return self.period
