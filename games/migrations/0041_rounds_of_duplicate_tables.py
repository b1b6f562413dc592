"""How many rounds of a table the standings of its duplicate event have."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0040_totals_in_duplicate_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournamentgame",
            name="rounds",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="Duplicate events: how many rounds are in the standings.",
            ),
        ),
    ]
