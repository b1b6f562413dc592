"""Mail that waits to be sent."""

from django.db import models
from django.db.models.functions import Lower


class OutgoingMail(models.Model):
    """A mail that somebody asked for. The worker looks up the accounts of the address, sends the
    mail, and deletes the row.
    """

    privacy_group = "mail"

    class Kind(models.TextChoices):
        """What the mail is about."""

        RESET = "reset"
        CONFIRM = "confirm"
        NEW_DEVICE = "new device"
        DECISION = "decision"
        SIGN_IN = "sign in"

    kind = models.CharField(max_length=20, choices=Kind)
    address = models.CharField(max_length=254, help_text="As typed; maybe of no account.")
    account = models.BigIntegerField(
        null=True,
        help_text="The id of the account that asked, or that the mail is for.",
    )
    details = models.TextField(
        default="", db_default="", blank=True, help_text="What the mail says, as JSON."
    )
    asked_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            # But each decision is told, and an account gets what is about it alone.
            models.UniqueConstraint(
                "kind",
                Lower("address"),
                condition=~models.Q(kind__in=["decision", "new device", "sign in"]),
                name="one_mail_an_address",
            ),
            models.UniqueConstraint(
                fields=["kind", "account"],
                condition=models.Q(kind__in=["new device", "sign in"]),
                name="one_mail_an_account",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PastName(models.Model):
    """The name that an account had before. Its profile tells it for a while."""

    privacy_group = "account"

    player = models.ForeignKey("User", models.CASCADE, related_name="past_names")
    name = models.CharField(max_length=20)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.name} until {self.until}"
