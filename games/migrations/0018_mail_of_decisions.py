"""Add mail of decisions."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_past_names"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="outgoingmail",
            name="one_mail_an_address",
        ),
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
        migrations.AddConstraint(
            model_name="outgoingmail",
            constraint=models.UniqueConstraint(
                models.F("kind"),
                django.db.models.functions.text.Lower("address"),
                condition=models.Q(("kind", "decision"), _negated=True),
                name="one_mail_an_address",
            ),
        ),
    ]
