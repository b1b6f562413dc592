"""Accounts at providers, and to whom they belong here."""

from django.db import models

from games.people.accounts.models import User


class ProviderLink(models.Model):
    """Somebody's account at a provider: it signs in to their account here. An account has at most
    one of each provider.
    """

    privacy_group = "session"

    player = models.ForeignKey(User, models.CASCADE, related_name="provider_links")
    issuer = models.CharField(
        max_length=255, help_text="Of the provider, without a slash at the end."
    )
    subject = models.CharField(max_length=255, help_text="Who this is there.")
    mail_hash = models.CharField(
        max_length=64,
        blank=True,
        help_text="Of the address that the provider has confirmed; empty if it told none.",
    )
    role = models.CharField(
        max_length=10, blank=True, help_text="At the desk, by a group of the provider; or empty."
    )
    linked_at = models.DateTimeField()
    used_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["issuer", "subject"], name="provider_subject_once"),
            models.UniqueConstraint(fields=["player", "issuer"], name="provider_once_a_player"),
        )
        indexes = (
            models.Index(
                fields=["mail_hash"], condition=~models.Q(mail_hash=""), name="provider_mail"
            ),
        )

    def __str__(self) -> str:
        return f"link of {self.player_id}"


class BarredIdentity(models.Model):
    """What is left of a closed account that was deleted: nobody comes back with the same account at
    a provider, or with another one that has the same mail address.
    """

    privacy_group = "moderation"

    hash = models.CharField(max_length=64, unique=True, help_text="Of the account, or its address.")
    until = models.DateTimeField(null=True, db_index=True, help_text="Null: for good.")

    def __str__(self) -> str:
        return f"barred {self.pk}"
