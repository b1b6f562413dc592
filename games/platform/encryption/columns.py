"""Encrypted columns: which there are, and their renewal after a change of keys."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models

from games.platform.encryption.keys import keyring


class EncryptedField(models.BinaryField):  # type: ignore[type-arg]
    """A column of which each value is encrypted by the keyring.

    To the database, and so to migrations, it is a column of bytes.
    """

    def __init__(
        self,
        *args: Any,
        context: Callable[[Any], bytes] | None = None,
        plain_bytes: int | None = None,
        **options: Any,
    ) -> None:
        """`context`: tells the context of a row's value, so that nobody can swap two values.
        `plain_bytes`: how long values are that an old release has stored as they are.
        """
        super().__init__(*args, **options)
        self.context = context
        self.plain_bytes = plain_bytes

    def deconstruct(self) -> Any:
        """Return how a migration makes it."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.BinaryField", arguments, options

    def text_of(self, row: models.Model) -> bytes:
        """Return the value of a row, decrypted. Raises DecryptionError."""
        assert self.context is not None
        stored = self._stored(row)
        if len(stored) == self.plain_bytes:
            return stored
        return keyring().decrypt(stored, self.context(row))

    def is_current(self, row: models.Model) -> bool:
        """Return whether the value of a row is encrypted with the newest key."""
        stored = self._stored(row)
        return len(stored) != self.plain_bytes and keyring().is_newest(stored)

    def renew(self, row: models.Model) -> bool:
        """Encrypt the value of a row with the newest key. Return whether this changed anything.
        Raises DecryptionError.
        """
        assert self.context is not None
        text = self.text_of(row)
        if self.is_current(row):
            return False
        # Meanwhile another process may have stored another value, or removed the row.
        rows = type(row)._base_manager.filter(pk=row.pk, **{self.name: self._stored(row)})
        return bool(rows.update(**{self.name: keyring().encrypt(text, self.context(row))}))

    def _stored(self, row: models.Model) -> bytes:
        return bytes(getattr(row, self.name))


class Column(NamedTuple):
    """An encrypted column of a table."""

    model: type[models.Model]
    field: EncryptedField

    def rows(self) -> Iterator[models.Model]:
        """Return the rows that have a value, in chunks: the table may be large."""
        found = self.model._base_manager.filter(**{f"{self.field.name}__isnull": False})
        return found.order_by("pk").iterator(chunk_size=500)


def encrypted_columns() -> list[Column]:
    """Return the encrypted columns of all tables."""
    return [
        Column(model, field)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, EncryptedField)
    ]
