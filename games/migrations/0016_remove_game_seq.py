from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_remove_ticket_waves"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="game",
            name="seq",
        ),
    ]
