"""How a game is played.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_tables_of_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="mode",
            field=models.CharField(
                db_default="turns", default="turns", help_text="turns or rounds", max_length=8
            ),
        ),
    ]
