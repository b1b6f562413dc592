"""Notifications: browsers that want them, what players chose, and messages that wait."""

from django.db import models
from django.db.models import Q

from games.people.accounts.models import User


class PushSubscription(models.Model):
    """A browser that shows notifications for a player, by a push service (RFC 8030)."""

    privacy_group = "mail"

    player = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=500, unique=True)
    key = models.CharField(max_length=100, help_text="The browser's public key, in Base64.")
    auth = models.CharField(max_length=40, help_text="Its authentication secret, in Base64.")
    language = models.CharField(max_length=12)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} #{self.pk}"


class NotificationChoice(models.Model):
    """What a player wants to be told, and how. Without a row, the defaults apply."""

    privacy_group = "mail"

    class Mail(models.TextChoices):
        """When news come by mail."""

        NEVER = "never"
        INSTEAD = "instead"
        ALWAYS = "always"

    player = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    # One for each kind of notice, with its name.
    turn = models.BooleanField(default=True)
    over = models.BooleanField(default=True)
    challenge = models.BooleanField(default=True)
    played = models.BooleanField(default=True, db_default=True)
    beaten = models.BooleanField(default=True, db_default=True)
    closes = models.BooleanField(default=True, db_default=True)
    revealed = models.BooleanField(default=True, db_default=True)
    invite = models.BooleanField(default=True, db_default=True)
    friend = models.BooleanField(default=True, db_default=True)
    circle = models.BooleanField(default=True, db_default=True)
    soon = models.BooleanField(default=True, db_default=True)
    mail = models.CharField(
        max_length=10,
        choices=Mail,
        default=Mail.NEVER,
        help_text="Whether news come by mail: instead of a notification where no browser can show "
        "one, or always.",
    )
    confirmed = models.CharField(
        max_length=254, default="", blank=True, help_text="The address that was confirmed."
    )

    def __str__(self) -> str:
        return f"choice of {self.player_id}"


class Notice(models.Model):
    """One message to one browser, or one mail. It stays after sending, so that nothing is told
    twice. `next_try_at` is null when it is done.
    """

    privacy_group = "mail"

    class Kind(models.TextChoices):
        """What has happened."""

        TURN = "turn"
        OVER = "over"
        CHALLENGE = "challenge"
        # Of cards:
        PLAYED = "played"
        BEATEN = "beaten"
        CLOSES = "closes"
        REVEALED = "revealed"
        # Of circles: a table opens, somebody wants to be a friend, what else concerns the members,
        # and what begins soon.
        INVITE = "invite"
        FRIEND = "friend"
        CIRCLE = "circle"
        SOON = "soon"

    player = models.ForeignKey(User, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(max_length=40, help_text="The turn, game or challenge.")
    target = models.BigIntegerField(help_text="The subscription's id; 0 for mail.")
    facts = models.TextField(help_text="JSON: what the message says.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "kind", "subject", "target"], name="notice_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="notice_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} to {self.player_id}"


class TurnWatch(models.Model):
    """A turn of a player who is at the table: the worker looks again whether they have left. One
    for each game, because there is one turn at a time.
    """

    privacy_group = "mail"

    game = models.CharField(max_length=16, primary_key=True, help_text="The game's code.")
    room = models.CharField(max_length=16, help_text="The room's code.")
    deadline = models.BigIntegerField(help_text="Of the turn, in milliseconds since 1970.")
    looks = models.PositiveSmallIntegerField(help_text="How often the worker has looked.")
    look_at = models.DateTimeField(db_index=True, help_text="When it looks again.")

    def __str__(self) -> str:
        return f"{self.game} {self.deadline}"


class NoticeMark(models.Model):
    """How far the worker has looked for one kind of event."""

    privacy_group = "mail"

    name = models.CharField(max_length=20, primary_key=True)
    upto = models.BigIntegerField(help_text="Milliseconds since 1970, or the number of a result.")

    def __str__(self) -> str:
        return f"{self.name} {self.upto}"
