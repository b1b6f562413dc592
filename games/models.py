"""The tables. `store` alone writes games and their events; `rooms` alone writes rooms and seats."""

import secrets
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

# No 0/o, 1/l/i: a code can be read aloud. 12 of 31 signs are 59 bits.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12
ELIGIBLE = "Of an account that is still there; others are on no board."


def new_code() -> str:
    """Return a fresh code of a room or a game, which nobody can guess."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class User(AbstractUser):
    """A person: an account with a password, or a guest who has only typed a name.

    `username` is the unique handle of an account (for a guest: a random word); `name` is what
    others see. For an account both read the same, letter case aside.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=20)
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    blocked = models.ManyToManyField(
        "self", symmetrical=False, related_name="blocked_by", blank=True
    )
    leaves = models.FloatField(default=0, help_text="Rated games left; decays with those finished.")
    paused_until = models.DateTimeField(null=True, help_text="No rated games before, for a leaver.")
    seen_at = models.DateTimeField(auto_now_add=True, db_index=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta(AbstractUser.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(Lower("username"), name="user_username_any_case"),)

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """A place with a link, settings and seats, where game after game is played."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    host = models.ForeignKey(User, models.SET_NULL, null=True, related_name="hosted_rooms")
    variant = models.CharField(max_length=20)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(null=True, help_text="Seconds a turn may take.")
    public = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    stand_ins = models.BooleanField(default=False, help_text="A bot plays for whoever leaves.")
    ended = models.BooleanField(default=False, db_default=False, help_text="Closed by staff.")
    begins_by = models.DateTimeField(null=True, help_text="A paired table begins by then.")
    rev = models.PositiveIntegerField(default=1, help_text="Grows with each change of the room.")
    game = models.ForeignKey("Game", models.SET_NULL, null=True, related_name="+")
    next_code = models.CharField(max_length=16, default=new_code)
    removed = models.ManyToManyField(User, related_name="+", blank=True)
    turned_away = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    muted = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    spectators_muted = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A place at a room's table: free, closed, or held by a player."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="seats")
    closed = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    seed = models.CharField(max_length=64, default="", blank=True)
    address = models.CharField(
        max_length=16,
        default="",
        db_default="",
        blank=True,
        help_text="A mark of where the seed came from.",
    )
    seated_at = models.DateTimeField(null=True, help_text="Since when the player sits here.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="seat_number_once_a_room"),
            models.UniqueConstraint(fields=["room", "player"], name="seat_player_once_a_room"),
        )

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class DiceSecret(models.Model):
    """The secret behind a game's published commitment. In no view, log or admin page."""

    code = models.CharField(max_length=16, unique=True, help_text="The game's code.")
    secret = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return self.code


class Game(models.Model):
    """One play-through. Its truth is the log (`GameEvent`); the other columns are caches of it."""

    class Status(models.TextChoices):
        """Where a game stands."""

        PLAYING = "playing"
        FINISHED = "finished"
        ABORTED = "aborted"

    code = models.CharField(max_length=16, unique=True)
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="games")
    number = models.PositiveIntegerField(help_text="1 for a room's first game.")
    variant = models.CharField(max_length=20)
    switches = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    rated = models.BooleanField(default=False)
    uncounted = models.CharField(
        max_length=12,
        default="",
        db_default="",
        blank=True,
        help_text="Why it changes no rating though it was opened as rated: from its start on, or "
        "since its result was counted.",
    )
    replay = models.BooleanField(
        default=False, db_default=False, help_text="With an older game's dice: it never counts."
    )
    result_at = models.DateTimeField(null=True, help_text="When its result was counted.")
    result_number = models.PositiveBigIntegerField(
        null=True, unique=True, help_text="Its place in the order of all counted results."
    )
    analysed = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Version of the analysis that is stored; 0: none yet."
    )
    deadline = models.DateTimeField(null=True, help_text="When the server acts if nobody has.")
    snapshot = models.TextField(default="", blank=True)
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
        )

    def __str__(self) -> str:
        return self.code


class GameEvent(models.Model):
    """One line of a game's log. (game, seq) is unique: that is the concurrency control."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    at = models.BigIntegerField(help_text="Milliseconds since 1970, UTC.")
    data = models.TextField(help_text="JSON.")
    by = models.CharField(max_length=60, default="", help_text="Player and command id.")

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq} {self.type}"


class Scorecard(models.Model):
    """One seat's card in a game: a cache of the log, written with the box that was filled."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="scorecards")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(User, models.SET_NULL, "scorecards", null=True, db_index=False)
    name = models.CharField(max_length=20, help_text="As it was at the start.")
    position = models.TextField(help_text="The card in the one-line text form.")
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    resigned = models.BooleanField(default=False)

    # Filled when the game's result is counted; what profiles ask for.
    variant = models.CharField(max_length=20, default="", blank=True)
    finished_at = models.DateTimeField(null=True)
    final_total = models.IntegerField(null=True, help_text="The total, once nothing changes it.")
    # Only of rated games.
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu_after = models.FloatField(null=True)
    sigma_after = models.FloatField(null=True)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="scorecard_seat_once_a_game"),
        )
        # A game that goes on must not pay for them: none has a column that turns change (with
        # `total` in one, PostgreSQL would write into all), and most are of counted games only.
        indexes = (
            models.Index(fields=["player", "-finished_at", "-id"], name="card_of_player"),
            *(
                models.Index(fields=fields, condition=Q(finished_at__isnull=False), name=name)
                for name, fields in {
                    "card_of_player_variant": ["player", "variant", "-finished_at"],
                    "card_of_player_game": ["player", "game", "place"],
                    "best_card": ["player", "variant", "-final_total", "finished_at", "id"],
                }.items()
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.total}"


class ChatMessage(models.Model):
    """One line of a room's chat; (player, key) makes a resent line the same line."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="chat")
    player = models.ForeignKey(User, models.SET_NULL, null=True)
    name = models.CharField(max_length=20)
    text = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=40)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["room", "player", "key"], name="chat_line_once"),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Rating(models.Model):
    """A player's record in one variant: his rating (of rated games) and his tallies (of all)."""

    player = models.ForeignKey(User, models.CASCADE, related_name="ratings")
    variant = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField(help_text="The one friendly number.")
    rated_games = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, help_text="The last rated game.")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    best = models.IntegerField(default=0)
    # Nobody asks by game.
    best_game = models.ForeignKey(Game, models.SET_NULL, "+", null=True, db_index=False)
    streak = models.IntegerField(default=0, help_text="Wins in a row; lost games count below 0.")
    best_streak = models.PositiveIntegerField(default=0)
    last_totals = models.JSONField(default=list, help_text="Of the last 20 games, oldest first.")
    average = models.FloatField(null=True, help_text="Of the last 20 games, once there are 20.")
    eligible = models.BooleanField(default=False, help_text=ELIGIBLE)
    listed = models.BooleanField(
        default=False, help_text="On the board of ratings: eligible, certain enough, and active."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "variant"], name="rating_once_a_variant"),
        )
        indexes = (
            models.Index(
                fields=["variant", "-shown", "id"], condition=Q(listed=True), name="rating_board"
            ),
            models.Index(
                fields=["variant", "-average", "id"],
                condition=Q(eligible=True, average__isnull=False),
                name="average_board",
            ),
            models.Index(
                fields=["variant", "-best", "id"],
                condition=Q(eligible=True),
                name="best_ever_board",
            ),
            models.Index(
                fields=["variant", "-wins", "id"],
                condition=Q(eligible=True, wins__gt=0),
                name="wins_ever_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.shown} in {self.variant}"


class Tally(models.Model):
    """A player's wins and highest total in one variant in one day or one week."""

    class Span(models.TextChoices):
        """The kinds of time that are tallied."""

        DAY = "day"
        WEEK = "week"

    # The unique constraint begins with the player, and nobody asks by game: no index of their own.
    player = models.ForeignKey(User, models.CASCADE, related_name="tallies", db_index=False)
    variant = models.CharField(max_length=20)
    span = models.CharField(max_length=4, choices=Span)
    begins = models.DateField(help_text="The day (UTC), or the Monday.")
    wins = models.PositiveIntegerField(default=0)
    best = models.IntegerField(help_text="The highest total.")
    best_game = models.ForeignKey(Game, models.SET_NULL, "+", null=True, db_index=False)
    eligible = models.BooleanField(default=False, help_text=ELIGIBLE)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = (
            models.UniqueConstraint(
                fields=["player", "variant", "span", "begins"], name="tally_once_a_span"
            ),
        )
        indexes = (
            models.Index(
                fields=["variant", "span", "begins", "-best", "id"],
                condition=Q(eligible=True),
                name="best_board",
            ),
            models.Index(
                fields=["variant", "span", "begins", "-wins", "id"],
                condition=Q(eligible=True, wins__gt=0),
                name="wins_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.wins} wins in {self.variant}"


class SeatAnalysis(models.Model):
    """What a seat's player did with his dice in a finished game: figures, and the whole as JSON."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="analyses")
    seat = models.PositiveSmallIntegerField()
    # The index below begins with the player.
    player = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="analyses", db_index=False
    )
    variant = models.CharField(max_length=20)
    finished_at = models.DateTimeField()
    bot = models.BooleanField(default=False)
    hints = models.PositiveIntegerField(default=0, help_text="How often he asked for one.")
    counted = models.PositiveIntegerField(help_text="Choices that say something about him.")
    loss = models.FloatField(help_text="Points that these lost.")
    squares = models.FloatField(help_text="Sum of the squares of their losses.")
    luck = models.FloatField(help_text="Points that his dice brought beyond the average.")
    margin = models.FloatField(null=True, help_text="Points ahead of the mean of the others.")
    adjusted_margin = models.FloatField(null=True, help_text="The same with everybody's luck even.")
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
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.loss:.1f} lost"


class Skill(models.Model):
    """A player's skill index in one variant: points lost a choice over his last games."""

    player = models.ForeignKey(User, models.CASCADE, related_name="skills")
    variant = models.CharField(max_length=20)
    loss = models.FloatField(help_text="Points lost a counted choice.")
    error = models.FloatField(help_text="Its standard error.")
    decisions = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    luck = models.FloatField(help_text="Points a game that his dice brought beyond the average.")
    margin = models.FloatField(null=True, help_text="Mean points ahead of the others at a table.")
    adjusted_margin = models.FloatField(null=True, help_text="The same with everybody's luck even.")
    suspect = models.BooleanField(
        "worth a look",
        default=False,
        help_text="Loses nearly nothing over many choices: a reason to look, not a verdict.",
    )
    listed = models.BooleanField(default=False, help_text="Rests on choices enough to be shown.")
    eligible = models.BooleanField(default=False, help_text=ELIGIBLE)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "variant"], name="skill_once_a_variant"),
        )
        indexes = (
            models.Index(
                fields=["variant", "loss", "id"],
                condition=Q(eligible=True, listed=True),
                name="skill_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.loss:.3f} in {self.variant}"


class ResultCounter(models.Model):
    """How many results have been counted. One row, locked by whoever counts the next."""

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last)


class Ticket(models.Model):
    """A wish to be paired. One a player; kept alive by his open tabs."""

    player = models.OneToOneField(User, models.CASCADE, related_name="ticket")
    variant = models.CharField(max_length=20)
    switches = models.JSONField(default=dict)
    players = models.PositiveSmallIntegerField(default=0, help_text="2 to 4; 0 for any.")
    clock = models.PositiveIntegerField(null=True)
    rated = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    alive_until = models.DateTimeField(db_index=True)
    room = models.ForeignKey(Room, models.CASCADE, null=True, related_name="tickets")

    def __str__(self) -> str:
        return f"{self.player_id} seeks {self.variant}"


class Challenge(models.Model):
    """One player asks another, by name, for a game."""

    class Status(models.TextChoices):
        """What has become of it."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    challenger = models.ForeignKey(User, models.CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(User, models.CASCADE, related_name="challenges_got")
    variant = models.CharField(max_length=20)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(null=True)
    rated = models.BooleanField(default=False)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=Q(status="open"),
                name="one_open_challenge_a_pair",
            ),
        )

    def __str__(self) -> str:
        return f"{self.challenger_id} asks {self.challenged_id} for {self.variant}"
