"""Rooms, seats and chat."""

from django.db import models
from django.db.models import Q

from games.core.rules import RULES_LENGTH
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.platform.database.codes import new_code


class Room(models.Model):
    """A room: a link, settings and seats, where one game after the other is played."""

    privacy_group = "tables"

    code = models.CharField(max_length=16, unique=True, default=new_code)
    host = models.ForeignKey(User, models.SET_NULL, null=True, related_name="hosted_rooms")
    variant = models.CharField(max_length=RULES_LENGTH)
    switches = models.JSONField(default=dict)
    clock = models.PositiveIntegerField(null=True, help_text="Seconds a turn may take.")
    public = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    mode = models.CharField(
        max_length=8, default="turns", db_default="turns", help_text="turns or rounds"
    )
    dice = models.CharField(
        max_length=4,
        default="own",
        db_default="own",
        help_text="own or same: whether they depend on the seat.",
    )
    strangers = models.BooleanField(
        default=False,
        db_default=False,
        help_text="People meet here without a private link: phrases only until they open the chat.",
    )
    # Where strangers meet: the ids of those who have opened the chat.
    talk = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    # Those of them who also hear people who only watch.
    talk_watchers = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    stand_ins = models.BooleanField(default=False, help_text="A bot plays for players who leave.")
    ended = models.BooleanField(default=False, db_default=False, help_text="Closed by staff.")
    begins_by = models.DateTimeField(null=True, help_text="Latest start of a paired game.")
    tournament = models.ForeignKey(
        "Tournament",
        models.SET_NULL,
        null=True,
        related_name="rooms",
        help_text="Whose table it is: one game is played here.",
    )
    circle = models.ForeignKey(
        Circle,
        models.SET_NULL,
        null=True,
        related_name="rooms",
        db_index=False,
        help_text="For whom it is open: its games count for this circle.",
    )
    rev = models.PositiveIntegerField(default=1, help_text="Revision: bumped by each change.")
    game = models.ForeignKey("Game", models.SET_NULL, null=True, related_name="+")
    terms = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How often the next game was changed."
    )
    opened_by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Never changes, unlike the host: whom a family lock trusts follows it.",
    )
    next_code = models.CharField(
        max_length=16, default=new_code, help_text="Empty after a long time without any change."
    )
    removed = models.ManyToManyField(User, related_name="+", blank=True)
    # Keyed hashes of the addresses of removed guests, with the time (seconds since 1970).
    turned_away = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    muted = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    spectators_muted = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    active_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["active_at"], condition=~Q(next_code=""), name="room_with_next_game"
            ),
            models.Index(
                fields=["circle", "-active_at"],
                condition=Q(circle__isnull=False),
                name="room_of_circle",
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def is_among_friends(self) -> bool:
        """Whether people come by a private link only, so that they know who is a guest."""
        return not (self.public or self.strangers or self.tournament_id)


class Seat(models.Model):
    """A seat of a room: free, closed, or taken by a player."""

    privacy_group = "tables"

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="seats")
    closed = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    terms = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Which terms of the room the player has accepted."
    )
    seed = models.CharField(max_length=64, default="", blank=True)
    seal = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="Seal of a seed that only the player knows.",
    )
    sealing = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The player last sent a seal: each game needs a new one.",
    )
    address = models.CharField(
        max_length=16,
        default="",
        db_default="",
        blank=True,
        help_text="Keyed hash of the seed's address.",
    )
    seated_at = models.DateTimeField(null=True, help_text="When the player sat down.")
    operator = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        related_name="operated_seats",
        help_text="Who acts for the player of this seat, on their own device.",
    )
    lender = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Who added the player on their device.",
    )
    handed_at = models.DateTimeField(null=True, help_text="When the operator took the seat over.")
    offer = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="Hash of the word by which one person can take the seat over.",
    )
    offer_until = models.DateTimeField(null=True, help_text="When that word is void.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="seat_number_once_a_room"),
            models.UniqueConstraint(fields=["room", "player"], name="seat_player_once_a_room"),
        )

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class Holiday(models.Model):
    """Days on which no turn of a player ends in a game with a long clock."""

    privacy_group = "tables"

    player = models.ForeignKey(User, models.CASCADE, related_name="holidays")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.ends_at}"


class UsedSeal(models.Model):
    """A seal that was fixed at the start of a game. It is refused for another one."""

    privacy_group = "dice"

    seal = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.seal


class ChatMessage(models.Model):
    """One line of a room's chat. (player, key) identifies a line that is sent again."""

    privacy_group = "chat"

    room = models.ForeignKey(Room, models.CASCADE, related_name="chat")
    player = models.ForeignKey(User, models.SET_NULL, null=True)
    name = models.CharField(max_length=20)
    text = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=40)
    readers = models.JSONField(
        null=True,
        help_text="Where strangers meet: the ids of those whom it reached.",
    )

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["room", "player", "key"], name="chat_line_once"),
        )
        indexes = (models.Index(fields=["at"], name="chat_by_age"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Demonstration(models.Model):
    """The only row (`pk` 1): the room of the demonstration, and until when it is wanted."""

    privacy_group = "tables"

    room = models.OneToOneField(Room, models.SET_NULL, null=True, related_name="demonstration")
    wanted_until = models.DateTimeField(help_text="No game starts later.")

    def __str__(self) -> str:
        return f"wanted until {self.wanted_until}"
