"""What the worker counts of a circle's games, and where it sends news of them."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.encryption.columns import EncryptedField
from games.record.log.models import Game
from games.site.study.real_dice.models import RealDiceGame


class CircleEvening(models.Model):
    """The games of one night by the same people, with their sums."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="evenings", db_index=False)
    night = models.DateField(help_text="The day on which it began; it ends at 04:00 in its zone.")
    people = models.CharField(max_length=64, help_text="The same for the same people: a hash.")
    games = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(help_text="When its last game ended.")
    announced = models.BooleanField(
        default=False, help_text="Its result has been told, after the night's end."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["circle", "night", "people"], name="circle_evening_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["night"], condition=Q(announced=False), name="circle_evening_to_tell"
            ),
        )

    def __str__(self) -> str:
        return f"{self.circle_id} on {self.night}"


class CircleEveningPlace(models.Model):
    """What one person has reached on an evening."""

    privacy_group = "circles"

    evening = models.ForeignKey(CircleEvening, models.CASCADE, related_name="places")
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=20, help_text="As it was in the last game.")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} on {self.evening_id}"


class CirclePlay(models.Model):
    """One person's card in a counted game of a circle, or in a game with real dice."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="plays", db_index=False)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="circle_plays")
    # Null, too, when its keeper has left the site: the others keep their sums.
    real = models.ForeignKey(RealDiceGame, models.SET_NULL, null=True, related_name="circle_plays")
    evening = models.ForeignKey(CircleEvening, models.CASCADE, related_name="plays")
    seat = models.PositiveSmallIntegerField()
    # Null for a person of a game with real dice without an account, and for deleted players.
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", db_index=False)
    name = models.CharField(max_length=20)
    at = models.DateTimeField(help_text="When the game ended.")
    variant = models.CharField(max_length=RULES_LENGTH)
    total = models.IntegerField()
    place = models.PositiveSmallIntegerField(help_text="Among the people: bots have none.")
    season = models.CharField(max_length=20, help_text="In which season it counts.")
    weighed = models.BooleanField(
        default=False, help_text="Choices and luck are in the season, or there will be none."
    )
    loss = models.FloatField(null=True, help_text="Points given up; null if nobody can tell.")
    luck = models.FloatField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="circle_play_once_a_game"),
            models.UniqueConstraint(fields=["real", "seat"], name="circle_play_once_a_real_game"),
        )
        indexes = (
            models.Index(fields=["circle", "-at"], name="circle_play_newest"),
            models.Index(fields=["circle", "variant", "-total"], name="circle_play_best"),
            models.Index(fields=["player", "circle", "-at"], name="circle_play_of_player"),
            models.Index(fields=["at"], condition=Q(weighed=False), name="circle_play_to_weigh"),
        )

    def __str__(self) -> str:
        return f"{self.name} in {self.game_id or self.real_id}"


class CircleStanding(models.Model):
    """A person's sums in one season of a circle."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="standings", db_index=False)
    season = models.CharField(max_length=20, help_text="2026-11, 2026-Q4, or the day it began.")
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=20)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    # Of analysed games: how many, the points given up by choices, and those won or lost by dice.
    weighed = models.PositiveIntegerField(default=0)
    loss = models.FloatField(default=0)
    luck = models.FloatField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["circle", "season", "player"], name="circle_standing_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} in {self.season}"


class CirclePair(models.Model):
    """Two members head to head, in games of the circle."""

    privacy_group = "circles"

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="pairs", db_index=False)
    one = models.ForeignKey(User, models.CASCADE, related_name="+", help_text="The lower id.")
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    one_ahead = models.PositiveIntegerField(default=0)
    other_ahead = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["circle", "one", "other"], name="circle_pair_once"),
        )

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} in {self.circle_id}"


def hook_context(circle_id: int) -> bytes:
    """Return the context in which the secret of a circle's hook is encrypted."""
    return f"circle-hook|{circle_id}".encode()


class CircleHook(models.Model):
    """The address to which a circle's news are posted."""

    privacy_group = "circles"

    class Form(models.TextChoices):
        """The form of the messages."""

        JSON = "json"
        DISCORD = "discord"
        SLACK = "slack"

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="hook")
    address = models.CharField(max_length=500)
    form = models.CharField(max_length=7, choices=Form)
    secret = EncryptedField(
        help_text="Signs the messages. Encrypted (games.platform.encryption).",
        context=lambda row: hook_context(row.circle_id),
    )
    made_at = models.DateTimeField(help_text="When it got this address.")
    failures = models.PositiveIntegerField(default=0, help_text="In a row.")
    failing_since = models.DateTimeField(null=True, help_text="When the first of them was.")
    last_error = models.CharField(max_length=200, default="", blank=True)
    off_at = models.DateTimeField(null=True, help_text="When it was switched off after failures.")

    def __str__(self) -> str:
        return f"hook of {self.circle_id}"


class CircleMessage(models.Model):
    """One piece of news for a circle's address. It stays for a while, so that nothing is told
    twice. `next_try_at` is null when it is done.
    """

    privacy_group = "circles"

    hook = models.ForeignKey(CircleHook, models.CASCADE, related_name="messages", db_index=False)
    subject = models.CharField(max_length=60, help_text="What it tells, and of what.")
    facts = models.TextField(help_text="JSON.")
    created_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["hook", "subject"], name="circle_message_once"),
        )
        indexes = (
            models.Index(
                fields=["next_try_at"],
                condition=Q(next_try_at__isnull=False),
                name="circle_message_due",
            ),
        )

    def __str__(self) -> str:
        return f"{self.subject} to {self.hook_id}"
