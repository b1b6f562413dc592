from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_indexes_of_cards"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="ticket",
            name="waves",
        ),
    ]
