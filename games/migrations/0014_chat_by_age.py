"""Find old lines of chat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_desk"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="chatmessage",
            index=models.Index(fields=["at"], name="chat_by_age"),
        ),
    ]
