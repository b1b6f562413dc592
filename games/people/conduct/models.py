"""Family members, and sanctions. Blocks and personal mutes are columns of `User`."""

from django.db import models
from django.db.models import Q

from games.people.accounts.models import User


class FamilyMember(models.Model):
    """Somebody whose name and invitations a player with a family lock sees. They came by a link of
    the family.
    """

    privacy_group = "account"

    owner = models.ForeignKey(User, models.CASCADE, related_name="family")
    member = models.ForeignKey(User, models.CASCADE, related_name="+")
    name = models.CharField(
        max_length=20, default="", db_default="", help_text="The name that they came with."
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["owner", "member"], name="family_member_once"),
        )

    def __str__(self) -> str:
        return f"{self.member_id} of {self.owner_id}"

    @property
    def shown_name(self) -> str:
        """The name that the owner knows; version 1.0, which may run beside this one, has none."""
        return self.name or self.member.name


class Sanction(models.Model):
    """Something that a player may not do for a time, or a word of warning, and why.

    In force from `begins_at` until `ends_at` (null: for good), unless it was `undone_at` before.
    """

    privacy_group = "moderation"

    class Kind(models.TextChoices):
        """What it takes away, from the mildest to the strictest."""

        WARNING = "warning"
        NO_CHAT = "no chat"
        NO_RATED = "no rated"
        NO_EVENTS = "no events"
        CLOSED = "closed"

    player = models.ForeignKey(User, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=30, help_text="The id of a reason of the desk's list.")
    words = models.TextField(default="", blank=True, help_text="What the moderator adds.")
    case = models.ForeignKey("Case", models.SET_NULL, null=True, related_name="sanctions")
    automatic = models.BooleanField(default=False, help_text="Decided by the site itself.")
    decided_by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The moderator; null if the site decided, and after they have left.",
    )
    about_staff = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The player worked for the site when it was decided.",
    )
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, help_text="Null: for good.")
    undone_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True, help_text="When the player read it.")

    class Meta:
        indexes = (
            models.Index(
                fields=["player", "kind"], condition=Q(undone_at=None), name="sanction_of_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"
