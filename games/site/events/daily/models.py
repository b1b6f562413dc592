"""The daily: one game a day and variant, with the same dice for everybody."""

from django.db import models
from django.db.models import Q

from games.people.accounts.models import User
from games.record.log.models import Game


class Daily(models.Model):
    """The daily of one day and variant. It is revealed when nobody plays it any more."""

    privacy_group = "games"

    day = models.DateField(help_text="UTC.")
    variant = models.CharField(max_length=20)
    share = models.CharField(max_length=16, unique=True, help_text="The `DiceShare` with its dice.")
    revealed_at = models.DateTimeField(null=True, help_text="When everybody could see the dice.")
    perfect = models.IntegerField(
        null=True, help_text="The score of perfect play without foresight with these dice."
    )
    settled = models.BooleanField(
        default=False, db_default=False, help_text="All results are in the weekly totals."
    )
    judged = models.BooleanField(
        default=False, db_default=False, help_text="All results are analysed."
    )

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (models.UniqueConstraint(fields=["variant", "day"], name="daily_once_a_day"),)
        indexes = (models.Index(fields=["day"], condition=Q(judged=False), name="daily_at_work"),)

    def __str__(self) -> str:
        return f"{self.variant} {self.day}"


class DailyEntry(models.Model):
    """A player's only game of a daily."""

    privacy_group = "games"

    # Not indexed: the unique constraint begins with the daily.
    daily = models.ForeignKey(Daily, models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(User, models.SET_NULL, "dailies", null=True, db_index=False)
    game = models.OneToOneField(Game, models.CASCADE, related_name="daily_entry")
    # Copied from the daily, for a player's calendar.
    day = models.DateField()
    account = models.BooleanField(help_text="Whether the player had an account at the start.")
    over = models.BooleanField(default=False, db_default=False, help_text="The game is over.")
    total = models.IntegerField(null=True, help_text="Of a card that was filled in time.")
    ranked = models.BooleanField(default=False, db_default=False, help_text="On the leaderboard.")
    counted = models.BooleanField(
        default=False, db_default=False, help_text="In the weekly totals, if it is ranked."
    )
    judged = models.BooleanField(default=False, db_default=False, help_text="Analysed.")
    loss = models.FloatField(null=True, help_text="Points given up by all choices.")

    class Meta:
        verbose_name_plural = "daily entries"
        constraints = (
            models.UniqueConstraint(fields=["daily", "player"], name="daily_entry_once"),
        )
        indexes = (
            models.Index(
                fields=["daily", "-total", "id"], condition=Q(ranked=True), name="daily_board"
            ),
            models.Index(fields=["player", "-day"], name="daily_of_player"),
            *(
                models.Index(fields=["daily", "id"], condition=Q((flag, False)), name=name)
                for flag, name in (
                    ("over", "daily_running"),
                    ("counted", "daily_to_count"),
                    ("judged", "daily_to_judge"),
                )
            ),
        )

    def __str__(self) -> str:
        return f"{self.daily_id}: {self.player_id}"


class DailyScore(models.Model):
    """How many ranked players of a revealed daily have this total."""

    privacy_group = "games"

    daily = models.ForeignKey(Daily, models.CASCADE, related_name="scores", db_index=False)
    total = models.IntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["daily", "total"], name="daily_score_once"),)

    def __str__(self) -> str:
        return f"{self.daily_id}: {self.players} with {self.total}"


class DailyWeek(models.Model):
    """A player's points in the dailies of one variant in one week."""

    privacy_group = "games"

    player = models.ForeignKey(User, models.CASCADE, "daily_weeks", db_index=False)
    variant = models.CharField(max_length=20)
    begins = models.DateField(help_text="The Monday.")
    points = models.PositiveIntegerField(default=0)
    days = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "variant", "begins"], name="daily_week_once"),
        )
        indexes = (
            models.Index(fields=["variant", "begins", "-points", "id"], name="daily_week_board"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.points} from {self.begins}"


class DailyMiss(models.Model):
    """A choice in a revealed daily that players got wrong, for puzzles."""

    privacy_group = "games"

    daily = models.ForeignKey(Daily, models.CASCADE, related_name="misses", db_index=False)
    position = models.CharField(max_length=200, help_text="In the one-line text form.")
    best = models.JSONField(help_text="The best choice, as in analyses.")
    missed = models.PositiveIntegerField(help_text="How many players chose another.")
    given_up = models.FloatField(help_text="The points that all of them gave up.")

    class Meta:
        verbose_name_plural = "daily misses"
        constraints = (
            models.UniqueConstraint(fields=["daily", "position"], name="daily_miss_once"),
        )

    def __str__(self) -> str:
        return f"{self.daily_id}: {self.position}"
