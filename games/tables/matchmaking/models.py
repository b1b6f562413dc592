"""Tickets in the queue, challenges, and invitations to tables."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.tables.rooms.models import Room


class Ticket(models.Model):
    """A player who waits to be paired. One per player; kept alive by their open tabs."""

    privacy_group = "tables"

    player = models.OneToOneField(User, models.CASCADE, related_name="ticket")
    variant = models.CharField(max_length=20)
    switches = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField(default=0, help_text="2 to 4; 0 for any.")
    clock = models.PositiveIntegerField(null=True)
    rated = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    alive_until = models.DateTimeField(db_index=True)
    room = models.ForeignKey(Room, models.CASCADE, null=True, related_name="tickets")

    def __str__(self) -> str:
        return f"{self.player_id} seeks {self.variant}"


class Challenge(models.Model):
    """One player asks another, by name, for a game."""

    privacy_group = "tables"

    class Status(models.TextChoices):
        """The status of a challenge."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    challenger = models.ForeignKey(User, models.CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(User, models.CASCADE, related_name="challenges_got")
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(null=True)
    rated = models.BooleanField(default=False)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=Q(status="open"),
                name="one_open_challenge_a_pair",
            ),
        )

    def __str__(self) -> str:
        return f"{self.challenger_id} asks {self.challenged_id} for {self.variant}"


class Invitation(models.Model):
    """Somebody at a table asks another person to join."""

    privacy_group = "tables"

    class Status(models.TextChoices):
        """The status of an invitation."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    room = models.ForeignKey(Room, models.CASCADE, related_name="invitations", db_index=False)
    sender = models.ForeignKey(User, models.CASCADE, related_name="+")
    asked = models.ForeignKey(User, models.CASCADE, related_name="invitations")
    circle = models.ForeignKey(
        Circle,
        models.CASCADE,
        null=True,
        related_name="+",
        help_text="All its members were told; null if one person was asked.",
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["room", "asked"], name="invitation_once_a_room"),
        )

    def __str__(self) -> str:
        return f"{self.asked_id} to {self.room_id}"
