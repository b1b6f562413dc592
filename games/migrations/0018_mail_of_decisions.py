"""Add mail of decisions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_past_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reset", "Reset"),
                    ("confirm", "Confirm"),
                    ("new device", "New Device"),
                    ("decision", "Decision"),
                ],
                max_length=20,
            ),
        ),
    ]
