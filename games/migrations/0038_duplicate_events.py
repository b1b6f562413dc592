"""Duplicate events: tournaments in which all play one game at the same time.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0037_puzzles"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="begins",
            field=models.JSONField(
                help_text="When each round has begun, in ms since 1970; null before the start.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="kind",
            field=models.CharField(
                choices=[("arena", "Arena"), ("duplicate", "Duplicate")],
                db_default="arena",
                default="arena",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="share",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The `DiceShare` with the dice of all tables.",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="seats",
            field=models.PositiveSmallIntegerField(help_text="Players at a table, at most."),
        ),
    ]
