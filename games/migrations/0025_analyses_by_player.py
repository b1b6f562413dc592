"""An index for what the deletion of a player looks for: it read all analyses for each of them.

On PostgreSQL it is built while the site goes on; the table may be large.
"""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class AddIndexInUse(AddIndexConcurrently):
    """Add an index, on PostgreSQL without keeping others from writing to the table."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Build the index."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_forwards(
                self, app_label, schema_editor, from_state, to_state
            )

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Remove the index."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_backwards(
                self, app_label, schema_editor, from_state, to_state
            )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0024_encrypted_secrets"),
    ]

    operations = [
        AddIndexInUse(
            model_name="seatanalysis",
            index=models.Index(fields=["player"], name="analysis_by_player"),
        ),
    ]
