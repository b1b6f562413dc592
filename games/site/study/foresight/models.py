"""The foresight index of players of games whose dice others had, too."""

from django.db import models

from games.people.accounts.models import User
from games.record.log.models import Game


class ForesightSums(models.Model):
    """Sums over the choices that count (`games.site.study.foresight.index.GameForesight`)."""

    privacy_group = "games"

    choices = models.PositiveIntegerField()
    loss = models.FloatField(help_text="Points that these choices gave up, by the analysis.")
    surplus = models.FloatField(help_text="What the dice gave back above the average, in points.")
    variance = models.FloatField(help_text="Of the surplus, with fair dice.")
    score = models.FloatField(help_text="Sum of the standardised surpluses.")
    # One for each of games.site.study.foresight.index.TILTS: 0.1, 0.2, 0.4, 0.8.
    tilt_1 = models.FloatField()
    tilt_2 = models.FloatField()
    tilt_3 = models.FloatField()
    tilt_4 = models.FloatField()
    version = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="Of the method: older figures are not used."
    )

    class Meta:
        abstract = True


class SeatForesight(ForesightSums):
    """The choices of a seat in one game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="foresights")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="foresights")

    class Meta:
        verbose_name_plural = "foresight of seats"
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="foresight_once_a_seat"),
        )
        indexes = (models.Index(fields=["version", "id"], name="foresight_version"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.surplus:+.1f}"


class Foresight(ForesightSums):
    """A player's index over all their games on shared dice. Only staff see it."""

    player = models.OneToOneField(User, models.CASCADE, related_name="foresight")
    games = models.PositiveIntegerField()
    evidence = models.FloatField(help_text="Now: at 4, one honest player in 10,000 has as much.")
    peak = models.FloatField(help_text="The highest evidence so far.", db_index=True)

    class Meta:
        verbose_name_plural = "foresight"

    def __str__(self) -> str:
        return f"{self.player_id}: {self.evidence:.1f}"
