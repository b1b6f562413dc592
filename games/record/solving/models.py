"""House rules that somebody asked to solve."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User


class RuleSet(models.Model):
    """House rules, and what perfect play scores with them once that is known.

    The row is a cache of the solver's tables: deleting it loses nothing.
    """

    privacy_group = "account"

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting"
        SOLVING = "solving"
        SOLVED = "solved"
        FAILED = "failed"

    text = models.CharField(max_length=RULES_LENGTH, unique=True, help_text="The id of the rules.")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asker = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    origin = models.CharField(
        max_length=16,
        default="",
        db_default="",
        blank=True,
        help_text="A hash of the address that asked; empty for the site itself, and after a day.",
    )
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    solved_at = models.DateTimeField(null=True)
    expected = models.FloatField(null=True, help_text="What perfect play scores on average.")
    sd = models.FloatField(null=True, help_text="The standard deviation of that score.")

    class Meta:
        constraints = (
            # One at a time on the whole site.
            models.UniqueConstraint(
                fields=["state"], condition=Q(state="solving"), name="rule_set_solved_one_at_a_time"
            ),
        )
        indexes = (
            models.Index(fields=["state", "asked_at"], name="rule_set_queue"),
            models.Index(fields=["asked_at"], name="rule_set_unused"),
        )

    def __str__(self) -> str:
        return f"{self.text}: {self.state}"
