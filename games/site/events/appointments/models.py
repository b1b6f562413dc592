"""Tables and arenas with a date, for a circle or by link."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH, find_variant, is_readable
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.database.codes import new_code
from games.site.events.tournaments.models import Tournament
from games.tables.rooms.models import Room


class Appointment(models.Model):
    """A table or an arena that opens at a date. No list names it."""

    privacy_group = "appointments"

    class Kind(models.TextChoices):
        """What opens."""

        TABLE = "table"
        ARENA = "arena"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    kind = models.CharField(max_length=5, choices=Kind)
    host = models.ForeignKey(User, models.CASCADE, related_name="appointments")
    circle = models.ForeignKey(Circle, models.CASCADE, null=True, related_name="appointments")
    title = models.CharField(max_length=40, blank=True)
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(null=True, help_text="Seconds a turn may take.")
    mode = models.CharField(max_length=8, default="turns", help_text="turns or rounds")
    dice = models.CharField(max_length=4, default="own", help_text="own or same")
    seats = models.PositiveSmallIntegerField(help_text="At the table; of an arena at each table.")
    minutes = models.PositiveSmallIntegerField(default=0, help_text="How long an arena lasts.")
    starts_at = models.DateTimeField()
    zone = models.CharField(
        max_length=64, help_text="Its weekly repetition keeps the time of day there."
    )
    weekly = models.BooleanField(default=False)
    next = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="last", help_text="A week later."
    )
    series = models.CharField(
        max_length=12, default="", help_text="The code of the first one of its weekly dates."
    )
    changes = models.PositiveIntegerField(
        default=0, help_text="How often it was changed: calendars take the newest version."
    )
    news = models.CharField(
        max_length=7, default="", help_text="What its people were not told yet: new, changed, off."
    )
    created_at = models.DateTimeField()
    reminded = models.BooleanField(default=False, help_text="Its people were reminded.")
    opened_at = models.DateTimeField(null=True)
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="+")
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["starts_at"],
                condition=Q(opened_at=None, cancelled_at=None),
                name="appointment_ahead",
            ),
            models.Index(
                fields=["starts_at"],
                condition=Q(reminded=False, cancelled_at=None, opened_at=None),
                name="appointment_to_remind",
            ),
            models.Index(fields=["id"], condition=~Q(news=""), name="appointment_news"),
            models.Index(
                fields=["starts_at"], condition=Q(weekly=True, next=None), name="appointment_weekly"
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def shown_title(self) -> str:
        """Its title, else the name of its game."""
        if self.title or not is_readable(self.variant):
            return self.title
        return find_variant(self.variant).name


class AppointmentAnswer(models.Model):
    """Whether somebody comes."""

    privacy_group = "appointments"

    appointment = models.ForeignKey(
        Appointment, models.CASCADE, related_name="answers", db_index=False
    )
    player = models.ForeignKey(User, models.CASCADE, related_name="+")
    comes = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["appointment", "player"], name="appointment_answer_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.comes}"
