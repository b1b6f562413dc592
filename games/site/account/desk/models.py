"""Cases with their reports, appeals, and the audit log."""

from typing import Any

from django.db import models

from games.people.accounts.models import User
from games.people.conduct.models import Sanction


class Case(models.Model):
    """What moderators decide about: one person, game or event, with all reports about it.

    `evidence` holds copies, so it survives the deletion of what was reported. The job of the desk
    deletes a case `KEPT` after it was closed.
    """

    privacy_group = "moderation"

    class State(models.TextChoices):
        """Open, waiting for a second opinion, or closed."""

        OPEN = "open"
        SECOND = "second"
        CLOSED = "closed"

    key = models.CharField(max_length=40, help_text='What it is about: "player:5".')
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    subject = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", help_text="Whom it concerns, if known."
    )
    about_talk = models.BooleanField(default=False, help_text="Helpers may decide it.")
    evidence = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    asked_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", help_text="Wants a second opinion."
    )
    opened_by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The moderator who opened it without a report.",
    )
    note = models.TextField(default="", blank=True, help_text="For the second opinion.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["key"], condition=~models.Q(state="closed"), name="one_open_case"
            ),
        )
        indexes = (
            models.Index(
                fields=["opened_at"], condition=~models.Q(state="closed"), name="case_open"
            ),
            models.Index(fields=["closed_at"], name="case_closed"),
        )

    def __str__(self) -> str:
        return f"case {self.pk}, {self.key}"


class Report(models.Model):
    """What somebody reported. `upheld`: whether the decision agreed; null before it."""

    privacy_group = "moderation"

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports")
    reason = models.CharField(max_length=20)
    text = models.CharField(max_length=500, default="", blank=True)
    at = models.DateTimeField()
    upheld = models.BooleanField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["case", "reporter"], name="one_report_a_case"),
        )

    def __str__(self) -> str:
        return f"{self.reason} in case {self.case_id}"


class Appeal(models.Model):
    """One player's objection to a decision. `granted` is null before it is judged."""

    privacy_group = "moderation"

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()
    judged_at = models.DateTimeField(null=True)
    judged_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    granted = models.BooleanField(null=True)
    answer = models.CharField(max_length=1000, default="", blank=True)

    def __str__(self) -> str:
        return f"appeal against {self.sanction_id}"


class AuditLogIsFixed(Exception):
    """Somebody tried to change or delete an entry of the audit log."""


class AuditEntry(models.Model):
    """One step at the desk. Entries form a chain: each has the hash of the one before.

    It holds ids, no names. Nothing in the site changes or deletes an entry, and `verify_audit`
    finds a change in the database.
    """

    privacy_group = "moderation"

    seq = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    actor = models.BigIntegerField(null=True, help_text="The id of the moderator; null: the site.")
    action = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("seq",)

    def __str__(self) -> str:
        return f"{self.seq} {self.action}"

    def save(self, *args: Any, **options: Any) -> None:
        """Write a new entry. Raises AuditLogIsFixed for an old one."""
        if not self._state.adding:
            raise AuditLogIsFixed
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> Any:
        """Raise AuditLogIsFixed."""
        raise AuditLogIsFixed
