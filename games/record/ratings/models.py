"""Ratings, weekly wins, and skill."""

from django.db import models
from django.db.models import Q

from games.people.accounts.models import User
from games.record.log.models import Game

ELIGIBLE = "The player has an active account; others are on no leaderboard."


class Rating(models.Model):
    """A player's record in one pool of results: the rating (rated games) and totals (all games)."""

    privacy_group = "games"

    player = models.ForeignKey(User, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=20, help_text="Of results: a variant, and whose dice.")
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField(help_text="The rating as players see it.")
    rated_games = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, help_text="The last rated game.")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    best = models.IntegerField(default=0)
    streak = models.IntegerField(default=0, help_text="Wins in a row; negative for losses.")
    best_streak = models.PositiveIntegerField(default=0)
    # The boards of records. Not indexed by game: no query selects by it.
    best_table = models.IntegerField(null=True)
    best_table_game = models.ForeignKey(Game, models.SET_NULL, "+", null=True, db_index=False)
    best_solo = models.IntegerField(null=True)
    best_solo_game = models.ForeignKey(Game, models.SET_NULL, "+", null=True, db_index=False)
    eligible = models.BooleanField(default=False, help_text=ELIGIBLE)
    listed = models.BooleanField(
        default=False, help_text="On the board of ratings: eligible, certain enough, and active."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "pool"], name="rating_once_a_variant"),
        )
        indexes = (
            models.Index(
                fields=["pool", "-shown", "id"], condition=Q(listed=True), name="rating_board"
            ),
            *(
                models.Index(
                    fields=["pool", f"-{column}", "id"],
                    condition=Q(("eligible", True), (f"{column}__isnull", False)),
                    name=f"{column}_board",
                )
                for column in ("best_table", "best_solo")
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.shown} in {self.pool}"


class Tally(models.Model):
    """A player's wins in one pool of results in one week, if there are any."""

    privacy_group = "games"

    # Not indexed: the unique constraint begins with the player.
    player = models.ForeignKey(User, models.CASCADE, related_name="tallies", db_index=False)
    pool = models.CharField(max_length=20, help_text="Of results: a variant, and whose dice.")
    begins = models.DateField(help_text="The Monday (UTC).")
    wins = models.PositiveIntegerField()
    eligible = models.BooleanField(default=False, help_text=ELIGIBLE)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = (
            models.UniqueConstraint(fields=["player", "pool", "begins"], name="tally_once_a_week"),
        )
        indexes = (
            models.Index(
                fields=["pool", "begins", "-wins", "id"],
                condition=Q(eligible=True),
                name="week_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.wins} wins in {self.pool}"


class Skill(models.Model):
    """A player's skill index in one variant: points lost per choice over their last games."""

    privacy_group = "games"

    player = models.ForeignKey(User, models.CASCADE, related_name="skills")
    variant = models.CharField(max_length=20)
    loss = models.FloatField(help_text="Mean points lost per counted choice.")
    error = models.FloatField(help_text="Its standard error.")
    decisions = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    suspect = models.BooleanField(
        "worth a look",
        default=False,
        help_text="Near-perfect play over many choices: a reason to look, not proof.",
    )
    listed = models.BooleanField(default=False, help_text="Based on enough choices to be shown.")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "variant"], name="skill_once_a_variant"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.loss:.3f} in {self.variant}"


class ResultCounter(models.Model):
    """How many results have been counted. One row, locked while results are counted."""

    privacy_group = "games"

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last)
