"""Games with real dice, or with dice of a browser, that accounts keep. They count for a circle at
most.
"""

from django.db import models

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.database.codes import new_code


class RealDiceGame(models.Model):
    """A finished game with real dice, as its keeper sent it. Nobody can tell whether it is true."""

    privacy_group = "account"

    code = models.CharField(max_length=16, unique=True, default=new_code)
    player = models.ForeignKey(User, models.CASCADE, related_name="real_dice_games")
    text = models.CharField(max_length=RULES_LENGTH, help_text="The id of the rules.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the card.")
    card = models.JSONField(help_text="Names and turns: games.site.study.real_dice.card.Upload.")
    verdict = models.JSONField()
    circle = models.ForeignKey(
        Circle,
        models.SET_NULL,
        null=True,
        related_name="real_dice_games",
        help_text="The circle whose evening it belongs to.",
    )
    offline = models.UUIDField(
        null=True,
        help_text="What a browser calls a game with dice that it rolled itself. None: real dice.",
    )
    kept_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-kept_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["player", "digest"], name="real_dice_game_once"),
            models.UniqueConstraint(fields=["player", "offline"], name="offline_game_once"),
        )

    def __str__(self) -> str:
        return self.code
