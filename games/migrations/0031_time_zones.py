"""The time zone of an account, for the times in its mail."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0030_fold_names")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="time_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The zone of the times in an account's mail, such as America/New_York; "
                "empty for UTC.",
                max_length=64,
            ),
        ),
    ]
