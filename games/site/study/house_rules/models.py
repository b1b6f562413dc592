"""House rules that players keep under a name."""

from django.db import models

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User

NAME_LENGTH = 30


class KeptRules(models.Model):
    """Rules that a player chooses for new tables by their own name."""

    privacy_group = "account"

    player = models.ForeignKey(User, models.CASCADE, related_name="kept_rules")
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(max_length=RULES_LENGTH, help_text="The id of the rules.")
    # Null for rules that were kept before others saw their names.
    shown = models.BooleanField(
        null=True,
        help_text="Others see the name at the player's tables; false if moderators have taken it "
        "away.",
    )
    kept_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-kept_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["player", "name"], name="kept_rules_name_once"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.name}"
