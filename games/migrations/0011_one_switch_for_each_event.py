"""One switch for each event, instead of one for each event and each way to tell it.

Nobody's wish is lost: an event that came in any way stays on, and mail stays as it was (never,
where no browser can, or always). A browser is the usual way, and its switches were on from the
start. So for a player who has none, and wanted mail, only what they wanted by mail stays on:
otherwise they would get mail that they never asked for.
"""

from django.db import migrations, models
from django.db.models import Case, Exists, OuterRef, Q, Value, When

KINDS = ("turn", "over", "challenge")


def merge_switches(apps, schema_editor):
    """Fill the new columns from the old ones, each row once: PostgreSQL would change no table in
    which a row waits for a second check of its keys.
    """
    subscriptions = apps.get_model("games", "PushSubscription").objects
    mailed = Q(mail_turn=True) | Q(mail_over=True) | Q(mail_challenge=True)
    browsed = Q(Exists(subscriptions.filter(player=OuterRef("pk"))))
    apps.get_model("games", "NotificationChoice").objects.update(
        mail=Case(
            When(~mailed, then=Value("never")),
            When(both=True, then=Value("always")),
            default=Value("instead"),
        ),
        **{
            kind: Case(
                When(Q(**{f"mail_{kind}": True}), then=True),
                When(Q(**{f"push_{kind}": True}) & (browsed | ~mailed), then=True),
                default=False,
            )
            for kind in KINDS
        },
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0010_event_perfect")]

    operations = [
        *(
            migrations.AddField("notificationchoice", kind, models.BooleanField(default=True))
            for kind in KINDS
        ),
        migrations.AddField(
            "notificationchoice",
            "mail",
            models.CharField(
                choices=[("never", "Never"), ("instead", "Instead"), ("always", "Always")],
                default="never",
                help_text="Whether news come by mail: instead of a notification where no browser "
                "can show one, or always.",
                max_length=10,
            ),
        ),
        migrations.RunPython(merge_switches, migrations.RunPython.noop),
        *(
            migrations.RemoveField("notificationchoice", name)
            for name in (*(f"{way}_{kind}" for way in ("push", "mail") for kind in KINDS), "both")
        ),
    ]
