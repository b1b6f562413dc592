"""Games: their logs, snapshots and scorecards."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle


class Game(models.Model):
    """One game. Its log (`GameEvent`) is authoritative; most columns are caches of it."""

    privacy_group = "games"

    class Status(models.TextChoices):
        """The status of a game."""

        PLAYING = "playing"
        FINISHED = "finished"
        ABORTED = "aborted"
        CANCELLED = "cancelled"

    ANALYSED_LATER = 32_767
    """`analysed` of a game whose secret is revealed after its end. With the reveal it becomes 0."""

    code = models.CharField(max_length=16, unique=True)
    room = models.ForeignKey("Room", models.SET_NULL, null=True, related_name="games")
    number = models.PositiveIntegerField(help_text="1 for a room's first game.")
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Status, default=Status.PLAYING)
    mode = models.CharField(
        max_length=8, default="turns", db_default="turns", help_text="turns or rounds"
    )
    dice = models.CharField(
        max_length=4,
        default="own",
        db_default="own",
        help_text="own or same: whether they depend on the seat.",
    )
    rated = models.BooleanField(default=False)
    uncounted = models.CharField(
        max_length=12,
        default="",
        db_default="",
        blank=True,
        help_text="Why a rated game changes no rating; set at its start, or when its result is "
        "counted.",
    )
    replay = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Replays an older game's dice, shares its dice, or has players who share a "
        "device; never counted.",
    )
    # Null, not "": the index leaves all other games out.
    share = models.CharField(  # noqa: DJ001
        max_length=16,
        null=True,
        db_index=False,
        help_text="The name of the group of games that share secret and dice; null without one.",
    )
    demo = models.BooleanField(
        default=False, db_default=False, help_text="Bots show the game; never counted."
    )
    log_pending = models.BooleanField(
        default=False, db_default=False, help_text="The public log awaits its end."
    )
    result_at = models.DateTimeField(null=True, help_text="When its result was counted.")
    result_number = models.PositiveBigIntegerField(
        null=True, unique=True, help_text="Its place in the order of all counted results."
    )
    analysed = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Version of the analysis that is stored; 0: none yet."
    )
    dice_counted = models.BooleanField(
        default=False, db_default=False, help_text="Its dice are in the counts of all dice."
    )
    foresight_counted = models.BooleanField(
        null=True,
        help_text="Of a counted game of people with the same dice at one table: whether its "
        "foresight is stored. Null for all others.",
    )
    verified = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its record was verified after its end; without a fault it is sound.",
    )
    # Null, not "": the index leaves all other games out.
    fault = models.CharField(  # noqa: DJ001
        max_length=200,
        null=True,
        help_text="What is wrong with its record; null unless it is damaged.",
    )
    deadline = models.DateTimeField(null=True, help_text="When the server acts if no player has.")
    circle = models.ForeignKey(
        Circle,
        models.SET_NULL,
        null=True,
        related_name="games",
        db_index=False,
        help_text="For which circle the table was open.",
    )
    circle_counted = models.BooleanField(
        default=False, db_default=False, help_text="It is in the sums of its circle."
    )
    head = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="The hash of its newest event; empty for games begun before logs were chained.",
    )
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="game_number_once_a_room"),
        )
        indexes = (
            models.Index(
                fields=["deadline"],
                condition=Q(status="playing", deadline__isnull=False),
                name="game_deadline",
            ),
            models.Index(fields=["created_at"], condition=Q(status="playing"), name="game_playing"),
            models.Index(fields=["status"], condition=Q(log_pending=True), name="game_log_pending"),
            models.Index(
                fields=["share", "status"], condition=Q(share__isnull=False), name="game_of_share"
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", result_at=None, replay=False),
                name="game_without_result",
            ),
            models.Index(
                fields=["analysed", "finished_at"],
                condition=Q(status="finished"),
                name="game_to_analyse",
            ),
            models.Index(
                fields=["id"], condition=Q(foresight_counted=False), name="game_foresight"
            ),
            # The condition names no text such as the status: SQLite could not match it with a
            # query's parameter, and would not use the index.
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False, replay=False, dice_counted=False),
                name="game_with_new_dice",
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False, verified=False),
                name="game_to_verify",
            ),
            models.Index(fields=["id"], condition=Q(fault__isnull=False), name="game_damaged"),
            models.Index(
                fields=["circle", "status"],
                condition=Q(circle__isnull=False),
                name="game_of_circle",
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(circle__isnull=False, circle_counted=False, finished_at__isnull=False),
                name="game_to_count_in_circle",
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def is_damaged(self) -> bool:
        """Whether something is wrong with its record."""
        return self.fault is not None

    @property
    def is_sound(self) -> bool:
        """Whether its record was verified after its end, and nothing is wrong with it."""
        return self.verified and not self.is_damaged


class GameSnapshot(models.Model):
    """The state of a game after one of its last events: a cache that saves replaying the whole log.
    It contains what a round hides, so no page may show it.
    """

    privacy_group = "games"

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    state = models.TextField(help_text="JSON, without names of players.")

    def __str__(self) -> str:
        return f"{self.game_id}"


class GameAddress(models.Model):
    """A keyed hash of an internet address that a player uses in a rated game or in an arena's game.
    It is deleted when the result is counted, or in an arena when the table is closed.
    """

    privacy_group = "address"

    game = models.CharField(max_length=16, help_text="The game's code; it may not have begun.")
    player = models.BigIntegerField(help_text="The player's id.")
    mark = models.CharField(max_length=16)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "game addresses"
        constraints = (
            models.UniqueConstraint(fields=["game", "player", "mark"], name="game_address_once"),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"


class GameEvent(models.Model):
    """One event of a game's log. Names of players are in their scorecards only."""

    privacy_group = "games"

    # No constraint in the database: an append has just changed the game's row, and looking it up
    # again would cost a seventh of the append.
    game = models.ForeignKey(Game, models.CASCADE, "events", db_constraint=False)
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    at = models.BigIntegerField(help_text="Milliseconds since 1970, UTC.")
    data = models.TextField(help_text="JSON.")
    by = models.CharField(max_length=60, default="", help_text="Player and command id.")
    hash = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="Of this event and all before it; empty in games begun before logs were chained.",
    )

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.type}"


class Scorecard(models.Model):
    """One seat's card in a game: a cache of the log, written together with each filled box."""

    privacy_group = "games"

    game = models.ForeignKey(Game, models.CASCADE, related_name="scorecards")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(User, models.SET_NULL, "scorecards", null=True, db_index=False)
    name = models.CharField(max_length=20, help_text="As it was at the start.")
    position = models.TextField(help_text="The card in the one-line text form.")
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    resigned = models.BooleanField(default=False)

    # Filled when the game's result is counted, for profiles.
    pool = models.CharField(
        max_length=20, default="", blank=True, help_text="Of results: a variant, and whose dice."
    )
    finished_at = models.DateTimeField(null=True)
    final_total = models.IntegerField(null=True, help_text="The total of a counted game.")
    # Only for rated games.
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu_after = models.FloatField(null=True)
    sigma_after = models.FloatField(null=True)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="scorecard_seat_once_a_game"),
        )
        # Moves must not update these indexes. So none contains a column that moves change: with
        # `total` in one, PostgreSQL would update all of them. Most cover counted games only.
        indexes = (
            models.Index(fields=["player", "-finished_at", "-id"], name="card_of_player"),
            *(
                models.Index(fields=fields, condition=Q(finished_at__isnull=False), name=name)
                for name, fields in {
                    "card_of_player_variant": ["player", "pool", "-finished_at"],
                    "card_of_player_game": ["player", "game", "place"],
                    "best_card": ["player", "pool", "-final_total", "finished_at", "id"],
                }.items()
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.total}"
