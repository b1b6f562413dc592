"""Tournaments: their series, who takes part, and which tables were paired."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.database.codes import new_code
from games.tables.rooms.models import Room


class TournamentKind(models.TextChoices):
    """How a tournament is played: paired again and again, or one game for all at once."""

    ARENA = "arena"
    DUPLICATE = "duplicate"


class TournamentSeries(models.Model):
    """Tournaments that the worker schedules again and again, with the same settings."""

    privacy_group = "games"

    class Every(models.TextChoices):
        """How often a tournament of the series starts."""

        HOUR = "hour"
        DAY = "day"
        WEEK = "week"

    kind = models.CharField(
        max_length=9,
        choices=TournamentKind,
        default=TournamentKind.ARENA,
        db_default=TournamentKind.ARENA,
    )
    every = models.CharField(max_length=4, choices=Every)
    variant = models.CharField(max_length=20)
    clock = models.PositiveIntegerField(default=30, help_text="Seconds a turn may take.")
    seats = models.PositiveSmallIntegerField(
        default=2, help_text="Players at a table: 2 to 4, of duplicate events 16."
    )
    minutes = models.PositiveSmallIntegerField(
        default=45, help_text="How long it lasts. A duplicate event lasts for one game."
    )
    rated = models.BooleanField(default=False, help_text="Arenas only.")
    dice = models.CharField(
        max_length=4,
        choices=[("own", "own"), ("same", "same")],
        default="own",
        db_default="own",
        help_text="same: in rounds, all seats of a table get the same dice. Arenas only.",
    )
    offset = models.PositiveSmallIntegerField(
        default=0, help_text="Minutes after the hour, after midnight UTC, or after Monday 00:00."
    )
    active = models.BooleanField(default=True, help_text="Whether new ones are scheduled.")

    class Meta:
        verbose_name_plural = "tournament series"
        constraints = (
            models.UniqueConstraint(
                fields=["every", "variant", "kind"], name="series_once_a_kind_and_variant"
            ),
            models.CheckConstraint(
                condition=Q(kind=TournamentKind.ARENA, seats__gte=2, seats__lte=4)
                | Q(kind=TournamentKind.DUPLICATE, seats__gte=3, seats__lte=16, rated=False),
                name="series_seats",
            ),
        )

    def __str__(self) -> str:
        return f"{self.variant} every {self.every}"


class Tournament(models.Model):
    """An arena, in which players are paired again and again between two moments. Or a duplicate
    event, in which all play one game at the same time, with the same dice, at several tables.
    """

    privacy_group = "games"

    kind = models.CharField(
        max_length=9,
        choices=TournamentKind,
        default=TournamentKind.ARENA,
        db_default=TournamentKind.ARENA,
    )
    code = models.CharField(max_length=16, unique=True, default=new_code)
    series = models.ForeignKey(TournamentSeries, models.SET_NULL, "tournaments", null=True)
    name = models.CharField(max_length=40, blank=True, help_text="Empty for one of a series.")
    host = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="tournaments", help_text="Who opened it."
    )
    every = models.CharField(max_length=4, blank=True, help_text="As in its series; or empty.")
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(help_text="Seconds a turn may take.")
    seats = models.PositiveSmallIntegerField(help_text="Players at a table, at most.")
    rated = models.BooleanField(default=False)
    # The next three columns are for duplicate events.
    share = models.CharField(
        max_length=16,
        default="",
        db_default="",
        blank=True,
        help_text="The `DiceShare` with the dice of all tables.",
    )
    begins = models.JSONField(
        null=True, help_text="When each round has begun, in ms since 1970; null before the start."
    )
    perfect = models.IntegerField(
        null=True,
        help_text="What perfect play without foresight scores with these dice; null until it is"
        " computed, 0 if it cannot be.",
    )
    dice = models.CharField(
        max_length=4,
        choices=[("own", "own"), ("same", "same")],
        default="own",
        db_default="own",
        help_text="same: in rounds, all seats of a table get the same dice. Arenas only.",
    )
    circle = models.ForeignKey(
        Circle, models.SET_NULL, null=True, related_name="tournaments", help_text="For whom it is."
    )
    unlisted = models.BooleanField(
        default=False, db_default=False, help_text="People come by its link; no list names it."
    )
    starts_at = models.DateTimeField(db_index=True)
    ends_at = models.DateTimeField()
    rev = models.PositiveIntegerField(default=1, help_text="Bumped by each change of standings.")
    finished_at = models.DateTimeField(null=True, help_text="When the places were fixed.")

    class Meta:
        constraints = (
            # Keeps two workers from scheduling the same tournament.
            models.UniqueConstraint(fields=["series", "starts_at"], name="tournament_once_a_time"),
        )
        indexes = (
            models.Index(
                fields=["starts_at"], condition=Q(finished_at=None), name="tournament_unfinished"
            ),
            models.Index(
                fields=["-finished_at"],
                condition=Q(finished_at__isnull=False),
                name="tournament_finished",
            ),
            models.Index(
                fields=["-finished_at"],
                condition=Q(kind=TournamentKind.DUPLICATE, finished_at__isnull=False, perfect=None),
                name="tournament_imperfect",
            ),
        )

    def __str__(self) -> str:
        return self.code


class TournamentEntry(models.Model):
    """A player in a tournament: their score, and whether they want to be paired."""

    privacy_group = "games"

    class State(models.TextChoices):
        """What the player does now."""

        REGISTERED = "registered"
        WAITING = "waiting"
        PLAYING = "playing"
        PAUSED = "paused"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(User, models.CASCADE, related_name="tournament_entries")
    state = models.CharField(max_length=10, choices=State, default=State.REGISTERED)
    score = models.PositiveIntegerField(default=0)
    streak = models.PositiveSmallIntegerField(default=0, help_text="Games won in a row.")
    games = models.PositiveSmallIntegerField(default=0, help_text="Counted games.")
    wins = models.PositiveSmallIntegerField(default=0)
    sheet = models.JSONField(default=list, help_text="The points of each counted game.")
    met = models.JSONField(default=list, help_text="The players at the last table.")
    apart = models.JSONField(
        null=True,
        help_text="Players who used the same internet address in a game: not paired again.",
    )
    unscored = models.JSONField(
        null=True, help_text="The last games that gave no points: code of each, and why."
    )
    totals = models.JSONField(
        null=True, help_text="Duplicate events: the total after each round that is over."
    )
    left = models.BooleanField(
        default=False, db_default=False, help_text="Duplicate events: the server plays for them."
    )
    joined_at = models.DateTimeField()
    waiting_since = models.DateTimeField()
    alive_until = models.DateTimeField(help_text="Until when an open tab keeps them paired.")
    pausing = models.BooleanField(default=False, help_text="They pause after this game.")
    leaves = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Games left; fewer after games played to the end."
    )
    withheld = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Starts cancelled because they did not show their seed."
    )
    paired_from = models.DateTimeField(null=True, help_text="Not paired before: they left a game.")
    place = models.PositiveIntegerField(null=True, help_text="The final place.")

    class Meta:
        verbose_name_plural = "tournament entries"
        constraints = (
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once"),
            # Keeps a player from waiting or playing in two tournaments.
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(state__in=("waiting", "playing")),
                name="one_active_entry_a_player",
            ),
        )
        indexes = (
            models.Index(fields=["tournament", "-score", "id"], name="entry_standing"),
            models.Index(
                fields=["player", "-id"], condition=Q(place__isnull=False), name="entry_placed"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.tournament_id}: {self.score}"


class TournamentGame(models.Model):
    """A table that was opened for a tournament. It has at most one game."""

    privacy_group = "games"

    class Outcome(models.TextChoices):
        """What became of the table's game."""

        OPEN = "open"
        COUNTED = "counted"
        LATE = "late"
        VOID = "void"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    room = models.OneToOneField(Room, models.CASCADE, related_name="tournament_game")
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.OPEN)
    rounds = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Duplicate events: how many rounds are in the standings."
    )
    paired_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["tournament", "-id"],
                condition=Q(settled_at=None),
                name="tournament_game_open",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.room_id}"


class TournamentSeat(models.Model):
    """A player at such a table, and what the game gave them."""

    privacy_group = "games"

    game = models.ForeignKey(TournamentGame, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(TournamentEntry, models.CASCADE, related_name="seats")
    open = models.BooleanField(default=True, help_text="The table is not settled.")
    place = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    left = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "entry"], name="tournament_seat_once"),
            # Keeps a player from being paired twice.
            models.UniqueConstraint(
                fields=["entry"], condition=Q(open=True), name="one_open_seat_an_entry"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.entry_id}"
