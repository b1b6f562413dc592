"""Which games were verified and which are damaged, and the version of the foresight."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_names_out_of_logs"),
    ]

    operations = [
        migrations.AddField(
            model_name="foresight",
            name="version",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="Of the method: older figures are not used."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="fault",
            field=models.CharField(
                help_text="What is wrong with its record; null unless it is damaged.",
                max_length=200,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="verified",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Its record was verified after its end; without a fault it is sound.",
            ),
        ),
        migrations.AddField(
            model_name="seatforesight",
            name="version",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="Of the method: older figures are not used."
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False), ("verified", False)),
                fields=["finished_at"],
                name="game_to_verify",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("fault__isnull", False)), fields=["id"], name="game_damaged"
            ),
        ),
        migrations.AddIndex(
            model_name="seatforesight",
            index=models.Index(fields=["version", "id"], name="foresight_version"),
        ),
    ]
