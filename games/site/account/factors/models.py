"""Authenticator apps, recovery codes and passkeys of accounts."""

from django.db import models

from games.people.accounts.models import User
from games.platform.encryption.columns import EncryptedField


def app_context(player_id: int) -> bytes:
    """Return the context in which the secret of an account's app is encrypted."""
    return f"authenticator|{player_id}".encode()


class Authenticator(models.Model):
    """The app of an account. It counts once a code has confirmed it."""

    privacy_group = "session"

    player = models.OneToOneField(User, models.CASCADE, related_name="authenticator")
    secret = EncryptedField(
        help_text="Encrypted (games.platform.encryption).",
        context=lambda row: app_context(row.player_id),
    )
    last_step = models.BigIntegerField(default=0, help_text="Of the last code that was used.")
    confirmed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"authenticator of {self.player_id}"


class RecoveryCode(models.Model):
    """A code for the day when the phone is lost. It is deleted when it is used."""

    privacy_group = "session"

    player = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "hash"], name="recovery_code_once"),
        )

    def __str__(self) -> str:
        return f"recovery code of {self.player_id}"


class Passkey(models.Model):
    """A passkey of an account."""

    privacy_group = "session"

    player = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    credential = models.BinaryField(unique=True, max_length=1023)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField(default=0)
    is_synced = models.BooleanField(
        null=True,
        help_text="Whether several devices share it, so that its counter may go back; null for one "
        "that has not been used since this is noted.",
    )
    name = models.CharField(max_length=40)
    site = models.CharField(
        max_length=253,
        default="",
        db_default="",
        blank=True,
        help_text="The host at which it works; empty for one from before this was noted.",
    )
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"passkey of {self.player_id}"
