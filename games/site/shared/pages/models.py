"""Forms that were sent a moment ago, and what they were answered."""

from django.db import models

from games.platform.encryption.columns import EncryptedField


class SentForm(models.Model):
    """One form of one page, sent once or several times within seconds: all get the first answer."""

    privacy_group = "session"

    key = models.CharField(max_length=64, unique=True, help_text="SHA-256 of all that was sent.")
    at = models.DateTimeField(db_index=True, help_text="When it was sent, later: answered.")
    answer = EncryptedField(
        null=True,
        help_text="Encrypted. None while a view works on it.",
        context=lambda row: row.key.encode(),
    )

    def __str__(self) -> str:
        return f"form {self.key[:8]}"
