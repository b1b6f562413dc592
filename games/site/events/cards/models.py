"""Cards: who made them, who has played them, and who must not."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.record.log.models import Game


class Card(models.Model):
    """A contest with the same dice, by link.

    It is *sealed* until its sender's browser shows the seed, then *open* until its date, its
    sender's word or its last place ends it, then *closing* while games that have begun are
    finished, and at last *revealed*.
    """

    privacy_group = "games"

    code = models.CharField(max_length=12, unique=True, help_text="Of its link.")
    sender = models.ForeignKey(User, models.SET_NULL, "cards", null=True, db_index=False)
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    seal = models.CharField(max_length=64, help_text="Of the sender's seed, in hex.")
    base = models.CharField(
        max_length=16, unique=True, help_text="The code under which the secret was committed to."
    )
    salt = models.CharField(max_length=32, default="", db_default="")
    text = models.CharField(max_length=32, default="", db_default="")
    share = models.CharField(  # noqa: DJ001 - null: not open yet; unique
        max_length=16,
        null=True,
        unique=True,
        help_text="The `DiceShare` of its games, made of `base` and the seed.",
    )
    circle = models.ForeignKey(
        Circle, models.CASCADE, null=True, related_name="cards", help_text="Only for its members."
    )
    week = models.DateField(null=True, help_text="The Monday of a circle's weekly card.")
    created_at = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="Nobody can begin later.")
    ended_at = models.DateTimeField(null=True, help_text="When nobody could begin any more.")
    revealed_at = models.DateTimeField(null=True, help_text="When everybody could see the dice.")
    unreadable = models.BooleanField(
        default=False, db_default=False, help_text="The key of its secret is lost."
    )
    perfect = models.IntegerField(
        null=True, help_text="The score of perfect play without foresight with these dice."
    )
    judged = models.BooleanField(
        default=False, db_default=False, help_text="All results are analysed."
    )
    reminded = models.BooleanField(
        default=False, db_default=False, help_text="Its people were told that it closes soon."
    )
    announced = models.BooleanField(
        default=False, db_default=False, help_text="Its people were told of the reveal."
    )
    told = models.BooleanField(
        default=False, db_default=False, help_text="Its circle was told that it is open."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["circle", "week"], name="card_once_a_week"),)
        indexes = (
            models.Index(fields=["sender", "-created_at"], name="card_of_sender"),
            # Of each state, so that a look reads only the cards that wait for this step.
            models.Index(fields=["closes_at"], condition=Q(ended_at=None), name="card_open"),
            models.Index(
                fields=["created_at"], condition=Q(ended_at=None, share=None), name="card_sealed"
            ),
            models.Index(
                fields=["closes_at"],
                condition=Q(ended_at=None, reminded=False),
                name="card_to_remind",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(ended_at__isnull=False, revealed_at=None, unreadable=False),
                name="card_closing",
            ),
            models.Index(
                fields=["created_at"],
                condition=Q(circle__isnull=False, share__isnull=False, told=False),
                name="card_to_tell_circle",
            ),
            *(
                models.Index(
                    fields=["revealed_at"],
                    condition=Q((flag, False), revealed_at__isnull=False),
                    name=name,
                )
                for flag, name in (
                    ("judged", "card_at_work"),
                    ("announced", "card_to_announce"),
                )
            ),
        )

    def __str__(self) -> str:
        return self.code


class CardEntry(models.Model):
    """A player's only game of a card."""

    privacy_group = "games"

    # Not indexed: the unique constraint begins with the card.
    card = models.ForeignKey(Card, models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(User, models.SET_NULL, "card_entries", null=True)
    game = models.OneToOneField(Game, models.CASCADE, related_name="card_entry")
    browser = models.CharField(
        max_length=64, help_text="A hash of the card and a random number that the browser keeps."
    )
    same_device = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Another entry came from the same browser before: not placed.",
    )
    created_at = models.DateTimeField()
    over = models.BooleanField(default=False, db_default=False, help_text="The game is over.")
    total = models.IntegerField(null=True, help_text="Of a card that was filled in time.")
    told = models.BooleanField(
        default=False, db_default=False, help_text="The others were told of the result."
    )
    judged = models.BooleanField(default=False, db_default=False, help_text="Analysed.")
    loss = models.FloatField(null=True, help_text="Points given up by all choices.")

    class Meta:
        verbose_name_plural = "card entries"
        constraints = (models.UniqueConstraint(fields=["card", "player"], name="card_entry_once"),)
        indexes = (
            models.Index(fields=["card", "browser"], name="card_entry_browser"),
            *(
                models.Index(fields=["card", "id"], condition=condition, name=name)
                for condition, name in (
                    (Q(over=False), "card_running"),
                    (Q(over=True, told=False), "card_to_tell"),
                    (Q(judged=False), "card_to_judge"),
                    (
                        Q(over=True, judged=False, loss=None, total__isnull=False),
                        "card_to_weigh",
                    ),
                )
            ),
        )

    def __str__(self) -> str:
        return f"{self.card_id}: {self.player_id}"


class CardWitness(models.Model):
    """A moderator who has opened a report about a card, and so must not play it."""

    privacy_group = "games"

    card = models.ForeignKey(Card, models.CASCADE, related_name="witnesses", db_index=False)
    player = models.ForeignKey(User, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "card witnesses"
        constraints = (
            models.UniqueConstraint(fields=["card", "player"], name="card_witness_once"),
        )

    def __str__(self) -> str:
        return f"{self.card_id}: {self.player_id}"
