# The people who came to a family keep the name that they have now.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def keep_names(apps, schema_editor):
    members = apps.get_model("games", "FamilyMember").objects
    users = apps.get_model("games", "User").objects
    members.filter(name="").update(
        name=Subquery(users.filter(pk=OuterRef("member_id")).values("name")[:1])
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_table_of_authority"),
    ]

    operations = [
        migrations.AddField(
            model_name="familymember",
            name="name",
            field=models.CharField(
                db_default="", default="", help_text="The name that they came with.", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="opened_by",
            field=models.ForeignKey(
                help_text="Never changes, unlike the host: whom a family lock trusts follows it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="terms",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="How often the next game was changed."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="handed_at",
            field=models.DateTimeField(
                help_text="When the operator took the seat over.", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="terms",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="Which terms of the room the player has accepted.",
            ),
        ),
        migrations.RunPython(keep_names, migrations.RunPython.noop),
    ]
