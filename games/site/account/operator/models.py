"""The table of the link to an empty site."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

ONLY_ROW = 1


class FirstLink(models.Model):
    """The link that the console printed last. A newer one takes its row."""

    privacy_group = "site"

    token_hash = models.CharField(max_length=64)
    ends_at = models.DateTimeField()
    session_hash = models.CharField(
        max_length=64,
        default="",
        db_default="",
        help_text="Of the random word in the session that has opened the link; empty before.",
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(pk=ONLY_ROW), name="one_row_of_first_link")
        ]

    def __str__(self) -> str:
        return f"until {self.ends_at:%Y-%m-%d %H:%M} UTC"
