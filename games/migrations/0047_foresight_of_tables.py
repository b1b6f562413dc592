"""Which games with the same dice at one table still wait for their foresight."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_mail_about_challenges"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="foresight_counted",
            field=models.BooleanField(
                help_text="Of a counted game of people with the same dice at one table: whether its foresight is stored. Null for all others.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("foresight_counted", False)),
                fields=["id"],
                name="game_foresight",
            ),
        ),
    ]
