"""The same for series of tournaments.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_dice_of_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamentseries",
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
