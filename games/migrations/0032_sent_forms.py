"""Forms that were sent a moment ago."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0031_time_zones")]

    operations = [
        migrations.CreateModel(
            name="SentForm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="SHA-256 of all that was sent.", max_length=64, unique=True
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        db_index=True, help_text="When it was sent, later: answered."
                    ),
                ),
                (
                    "answer",
                    models.BinaryField(
                        help_text="Encrypted. None while a view works on it.", null=True
                    ),
                ),
            ],
        ),
    ]
