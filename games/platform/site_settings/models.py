"""The table of the site's settings."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.platform.encryption.columns import EncryptedField

ONLY_ROW = 1
MAIL_CONTEXT = b"site settings|mail"
NAME_LENGTH = 30
TEXT_LENGTH = 10_000


class SiteSettings(models.Model):
    """The one row of what the operator has chosen. Empty: the default, or the environment."""

    privacy_group = "site"

    name = models.CharField(
        max_length=NAME_LENGTH, default="", db_default="", help_text="The name of the site."
    )
    logo = models.BinaryField(null=True, help_text="A PNG that we have drawn ourselves.")
    logo_digest = models.CharField(
        max_length=32, default="", db_default="", help_text="Part of the logo's address."
    )
    language = models.CharField(
        max_length=10,
        default="",
        db_default="",
        help_text="What visitors see who have chosen none; empty for what their browser asks.",
    )
    who = models.CharField(
        max_length=10,
        default="",
        db_default="",
        help_text="Who may come: everyone (empty), invited or sso.",
    )
    mail_url = EncryptedField(
        null=True,
        help_text="How mail is sent, as in EMAIL_URL, encrypted.",
        context=lambda _: MAIL_CONTEXT,
    )
    mail_from = models.CharField(max_length=254, default="", db_default="")
    long_clocks = models.BooleanField(
        default=True,
        db_default=False,
        help_text="Clocks of 2, 3 and 7 days, and holidays, are offered: on for new sites.",
    )
    terms = models.TextField(max_length=TEXT_LENGTH, default="", db_default="")
    imprint = models.TextField(max_length=TEXT_LENGTH, default="", db_default="")
    contact = models.TextField(max_length=TEXT_LENGTH, default="", db_default="")
    privacy = models.TextField(max_length=TEXT_LENGTH, default="", db_default="")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(pk=ONLY_ROW), name="one_row_of_site_settings")
        ]

    def __str__(self) -> str:
        return self.name
