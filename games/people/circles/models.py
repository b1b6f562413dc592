"""Circles: people who belong together, their roles, and the links that bring new ones."""

from django.db import models
from django.db.models import Q

from games.people.accounts.models import User
from games.platform.database.codes import new_code


class Circle(models.Model):
    """People who belong together: two friends, a family, a club. Nobody else knows of it."""

    privacy_group = "circles"

    class Season(models.TextChoices):
        """How long a season lasts."""

        MONTH = "month"
        QUARTER = "quarter"
        OPEN = "open"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    pair = models.BooleanField(
        default=False, help_text="Of two friends: it has no name, no links and no roles."
    )
    name = models.CharField(max_length=40, blank=True, help_text="Empty for two friends.")
    emblem = models.CharField(max_length=20, default="dice", help_text="A drawing of avatars.")
    zone = models.CharField(max_length=64, default="UTC", help_text="Time zone of its nights.")
    language = models.CharField(
        max_length=12, default="en", help_text="Of what the site itself writes for it."
    )
    season = models.CharField(max_length=8, choices=Season, default=Season.MONTH)
    season_began_at = models.DateTimeField(help_text="Of an open season: when its owner began it.")
    weekly = models.CharField(
        max_length=20, default="", blank=True, help_text="The variant of the weekly card, or empty."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(help_text="When its people last did something together.")
    archived_at = models.DateTimeField(
        null=True, help_text="After a long silence, or by its owner."
    )
    rev = models.PositiveIntegerField(
        default=1, help_text="Counts changes of its members and of what they show."
    )

    class Meta:
        indexes = (
            models.Index(
                fields=["active_at"],
                condition=Q(archived_at=None, pair=False),
                name="circle_silent",
            ),
            models.Index(
                fields=["id"],
                condition=~Q(weekly="") & Q(archived_at=None),
                name="circle_with_weekly_card",
            ),
        )

    def __str__(self) -> str:
        return self.name or self.code


class CircleMember(models.Model):
    """Somebody who belongs to a circle."""

    privacy_group = "circles"

    class Role(models.TextChoices):
        """What they may do. There is one owner, unless they have left the site."""

        OWNER = "owner"
        HELPER = "helper"
        MEMBER = "member"

    # Not indexed: the unique constraint begins with the circle.
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(User, models.CASCADE, related_name="circle_places")
    role = models.CharField(max_length=6, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    shows = models.BooleanField(
        default=True, help_text="The others see when the player is here, and where they play."
    )
    told = models.BooleanField(
        default=True, help_text="The player is told of tables and cards of the circle."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["circle", "player"], name="circle_member_once"),
            models.UniqueConstraint(
                fields=["circle"], condition=Q(role="owner"), name="circle_owner_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.circle_id}"


class CircleLink(models.Model):
    """A link by which people become members."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="links")
    word = models.CharField(max_length=32, unique=True, help_text="In its address.")
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, help_text="Null: it stays until it is revoked.")
    asks = models.BooleanField(default=False, help_text="Owner or helper must approve.")
    revoked_at = models.DateTimeField(null=True)
    used = models.PositiveIntegerField(default=0, help_text="How many have come by it.")

    def __str__(self) -> str:
        return f"link of {self.circle_id}"


class CircleRequest(models.Model):
    """Somebody who waits to be let in."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="requests", db_index=False)
    player = models.ForeignKey(User, models.CASCADE, related_name="circle_requests")
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["circle", "player"], name="circle_request_once"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} asks {self.circle_id}"


class CircleBan(models.Model):
    """Somebody whom an owner or helper removed: a link does not let them in again."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="bans", db_index=False)
    player = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["circle", "player"], name="circle_ban_once"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} not in {self.circle_id}"


class FriendRequest(models.Model):
    """Somebody asks another person to become friends: a circle of two."""

    privacy_group = "circles"

    asker = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    asked = models.ForeignKey(User, models.CASCADE, related_name="friend_requests")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, help_text="The asker is not told.")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["asker", "asked"], name="friend_request_once"),
        )

    def __str__(self) -> str:
        return f"{self.asker_id} asks {self.asked_id}"
