"""Whether all seats of a room get the same dice.

One table for each migration: the previous release goes on meanwhile, and locks on two tables could
wait for each other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_same_dice"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="dice",
            field=models.CharField(
                db_default="own",
                default="own",
                help_text="own or same: whether they depend on the seat.",
                max_length=4,
            ),
        ),
    ]
