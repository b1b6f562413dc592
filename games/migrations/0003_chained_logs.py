"""Chained logs, and snapshots in a table of their own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_drop_unused_score_columns")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="head",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The hash of its newest event; empty for games begun before logs were chained.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="gameevent",
            name="hash",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Of this event and all before it; empty in games begun before logs were chained.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="gameevent",
            name="game",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="games.game",
            ),
        ),
        migrations.CreateModel(
            name="GameSnapshot",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("state", models.TextField(help_text="JSON, without names of players.")),
            ],
        ),
        migrations.AlterField(
            model_name="fairlogentry",
            name="value",
            field=models.CharField(
                help_text="The commitment, the secret, or the hash of the last event, in hex.",
                max_length=64,
            ),
        ),
        migrations.RemoveConstraint(model_name="fairlogentry", name="fair_log_code_ends_once"),
        migrations.AddConstraint(
            model_name="fairlogentry",
            constraint=models.UniqueConstraint(
                fields=("code", "kind"), name="fair_log_kind_once_a_code"
            ),
        ),
        migrations.AddConstraint(
            model_name="fairlogentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_end", True)),
                fields=("code",),
                name="fair_log_code_ends_once",
            ),
        ),
    ]
