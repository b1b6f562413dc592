"""Bulk upsert: insert rows, or update the rows that have the same key."""

from collections.abc import Sequence

from django.db.models import Model


def upsert(rows: Sequence[Model], key: Sequence[str]) -> None:
    """Insert `rows`, all of one model, or update the ones with the same `key` (unique columns)."""
    if rows:
        model = type(rows[0])
        columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model._default_manager.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=key,
            update_fields=[name for name in columns if name not in key],
        )
