"""Players: guests, accounts and bots."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower


class User(AbstractUser):
    """A player: an account with a password, a guest with only a name, or a bot.

    `username` is the unique handle of an account (for a guest: random), `name` what others
    see. For an account the handle is the name, case folded. `games.people.accounts.names.fields_of`
    gives all columns that belong to a name.
    """

    privacy_group = "account"

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=20)
    skeleton = models.CharField(
        max_length=150,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="The same for all names that look alike; empty while unknown, and for an account "
        "whose name looks like an older one's.",
    )
    folded = models.CharField(
        max_length=150,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="Of an account: the same for all ways to type the name; empty while unknown, and "
        "if an older account has it.",
    )
    # Version 1.0 writes names without it.
    forms_of = models.CharField(
        max_length=20,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="The name to which skeleton and folded form belong; they are outdated if it is "
        "not the player's.",
    )
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    blocked = models.ManyToManyField(
        "self", symmetrical=False, related_name="blocked_by", blank=True
    )
    silenced = models.ManyToManyField(
        "self", symmetrical=False, related_name="silenced_by", blank=True
    )
    chat_off = models.BooleanField(
        default=False, db_default=False, help_text="The player wants no chat at any table."
    )
    locked = models.BooleanField(default=False, db_default=False, help_text="A family lock is on.")
    desk_role = models.CharField(
        max_length=10,
        default="",
        db_default="",
        blank=True,
        help_text="helper or moderator: what the player may decide at the desk.",
    )
    has_decision = models.BooleanField(
        default=False, db_default=False, help_text="A decision about the player waits to be read."
    )
    contact_rev = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Counts changes of whom the player hears, and of their sanctions.",
    )
    leaves = models.FloatField(default=0, help_text="Rated games left; decays with those finished.")
    avatar = models.CharField(
        max_length=20,
        default="",
        db_default="",
        blank=True,
        help_text="The drawing that an account chose; empty for its signal flags.",
    )
    # Text, not JSONField: every seat of a room is read with its player.
    preferences = models.TextField(
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="The settings of an account as JSON; empty before its first choice.",
    )
    time_zone = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="The zone of the times in an account's mail, such as America/New_York; empty for "
        "UTC.",
    )
    listed_online = models.BooleanField(
        default=True, db_default=True, help_text="The community names them while they are online."
    )
    factor_rev = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Counts changes of second factors: each ends what sessions have shown before.",
    )
    asks_passkey = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Signing in asks for a passkey after the password.",
    )
    seen_at = models.DateTimeField(auto_now_add=True, db_index=True)
    # No constraint, because release 1.0 deletes idle guests without clearing this column.
    added_by = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        db_constraint=False,
        related_name="added",
        help_text="Of a guest on somebody's device: who acts for them, and renames and deletes "
        "them.",
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta(AbstractUser.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(Lower("username"), name="user_username_any_case"),
            models.UniqueConstraint(
                fields=["skeleton"],
                condition=Q(is_guest=False) & ~Q(skeleton=""),
                name="user_skeleton_once",
            ),
            models.UniqueConstraint(
                fields=["folded"],
                condition=Q(is_guest=False) & Q(forms_of=F("name")) & ~Q(folded=""),
                name="user_folded_once",
            ),
        )
        indexes = (
            # Guests may share names.
            models.Index(fields=["skeleton"], name="user_skeleton"),
            # SQLite looks in no partial index for one of two conditions.
            models.Index(fields=["folded"], name="user_folded"),
            models.Index(
                fields=["id"],
                condition=Q(is_active=True) & ~Q(forms_of=F("name")),
                name="user_forms_outdated",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Session(AbstractBaseSession):
    """A browser or program, signed in or not. `games.people.accounts.sessions` writes it."""

    privacy_group = "session"

    # No constraint, because a browser may save a session while its player is being deleted.
    player = models.ForeignKey(
        User,
        models.CASCADE,
        null=True,
        db_constraint=False,
        related_name="+",
        help_text="Who is signed in; null for nobody.",
    )


class SlowMode(models.Model):
    """The only row (`pk` 1): until when new guests and accounts need an invitation."""

    privacy_group = "site"

    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"until {self.until}"
