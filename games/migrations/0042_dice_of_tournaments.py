"""Whether the seats of a tournament's tables get the same dice.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0041_rounds_of_duplicate_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="dice",
            field=models.CharField(
                choices=[("own", "own"), ("same", "same")],
                db_default="own",
                default="own",
                help_text="same: in rounds, all seats of a table get the same dice. Arenas only.",
                max_length=4,
            ),
        ),
    ]
