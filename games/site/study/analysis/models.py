"""The analyses of seats."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.record.log.models import Game


class SeatAnalysis(models.Model):
    """How a seat's player played a finished game: figures, and the whole analysis as JSON."""

    privacy_group = "games"

    game = models.ForeignKey(Game, models.CASCADE, related_name="analyses")
    seat = models.PositiveSmallIntegerField()
    # The second index below serves this column.
    player = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="analyses", db_index=False
    )
    variant = models.CharField(max_length=RULES_LENGTH)
    finished_at = models.DateTimeField()
    bot = models.BooleanField(default=False)
    hints = models.PositiveIntegerField(default=0, help_text="Number of hints used.")
    counted = models.PositiveIntegerField(help_text="Number of counted choices.")
    loss = models.FloatField(help_text="Points lost by counted choices.")
    squares = models.FloatField(help_text="Sum of the squares of their losses.")
    data = models.JSONField()

    class Meta:
        verbose_name_plural = "seat analyses"
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="analysis_once_a_seat"),
        )
        indexes = (
            models.Index(
                fields=["player", "variant", "-finished_at", "-id"],
                condition=Q(player__isnull=False, bot=False, hints=0, counted__gt=0),
                name="analysis_of_player",
            ),
            # For players who delete their account, merge, or export their data.
            models.Index(fields=["player"], name="analysis_by_player"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.loss:.1f} lost"
