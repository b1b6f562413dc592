"""Which tournament a table belongs to.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="tournament",
            field=models.ForeignKey(
                help_text="Whose table it is: one game is played here.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rooms",
                to="games.tournament",
            ),
        ),
    ]
