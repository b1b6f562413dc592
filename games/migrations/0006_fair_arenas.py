"""What arenas know of players who leave games, and of games that give no points."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_verified_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamententry",
            name="leaves",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Games left; fewer after games played to the end.",
            ),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="withheld",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Starts cancelled because they did not show their seed.",
            ),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="paired_from",
            field=models.DateTimeField(help_text="Not paired before: they left a game.", null=True),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="apart",
            field=models.JSONField(
                help_text="Players who used the same internet address in a game: not paired again.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="unscored",
            field=models.JSONField(
                help_text="The last games that gave no points: code of each, and why.", null=True
            ),
        ),
    ]
