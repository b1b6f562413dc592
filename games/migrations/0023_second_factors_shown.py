"""Add what counts changes of second factors, who asks for a passkey, where a passkey works, and the
mail that signs somebody in where it does not.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_release_1_0"),
    ]

    operations = [
        migrations.AddField(
            model_name="passkey",
            name="site",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The host at which it works; empty for one from before this was noted.",
                max_length=253,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="asks_passkey",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Signing in asks for a passkey after the password.",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="factor_rev",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Counts changes of second factors: each ends what sessions have shown "
                "before.",
            ),
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
                    ("sign in", "Sign In"),
                ],
                max_length=20,
            ),
        ),
    ]
