"""Add slow mode."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_chat_by_age"),
    ]

    operations = [
        migrations.CreateModel(
            name="SlowMode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateTimeField()),
            ],
        ),
    ]
