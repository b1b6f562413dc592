"""The totals of players in duplicate events, round by round."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0039_duplicate_series"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamententry",
            name="left",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Duplicate events: the server plays for them.",
            ),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="totals",
            field=models.JSONField(
                help_text="Duplicate events: the total after each round that is over.", null=True
            ),
        ),
    ]
