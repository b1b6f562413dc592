"""Pauses of leavers are sanctions, like all that the site decides by itself."""

from django.db import migrations
from django.utils.timezone import now


def keep_pauses(apps, schema_editor):
    """Give each player who pauses now a sanction with the same end."""
    at = now()
    sanctions = apps.get_model("games", "Sanction")
    pausing = apps.get_model("games", "User").objects.filter(paused_until__gt=at)
    sanctions.objects.bulk_create(
        [
            sanctions(
                player_id=pk,
                kind="no rated",
                reason="leaving",
                automatic=True,
                begins_at=at,
                ends_at=until,
            )
            for pk, until in pausing.values_list("pk", "paused_until")
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0018_mail_of_decisions")]

    operations = [
        migrations.RunPython(keep_pauses, migrations.RunPython.noop),
        migrations.RemoveField("user", "paused_until"),
    ]
