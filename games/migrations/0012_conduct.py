"""Add whom players hear, family locks and sanctions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


def mark_strangers(apps, schema_editor):
    """Mark the tables at which people met who had no private link."""
    rooms = apps.get_model("games", "Room").objects
    rooms.filter(Q(public=True) | Q(begins_by__isnull=False) | Q(tournament__isnull=False)).update(
        strangers=True
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_one_switch_for_each_event"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="strangers",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="People meet here without a private link: phrases only until they open the chat.",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="talk",
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.RunPython(mark_strangers, migrations.RunPython.noop),
        migrations.AddField(
            model_name="user",
            name="chat_off",
            field=models.BooleanField(
                db_default=False, default=False, help_text="The player wants no chat at any table."
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="contact_rev",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Counts changes of whom the player hears, and of their sanctions.",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="locked",
            field=models.BooleanField(
                db_default=False, default=False, help_text="A family lock is on."
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="silenced",
            field=models.ManyToManyField(
                blank=True, related_name="silenced_by", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="FamilyMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="family",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "member"), name="family_member_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("no chat", "No Chat"),
                            ("no rated", "No Rated"),
                            ("no events", "No Events"),
                            ("closed", "Closed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        help_text="The id of a reason of the desk's list.", max_length=30
                    ),
                ),
                (
                    "words",
                    models.TextField(blank=True, default="", help_text="What the moderator adds."),
                ),
                (
                    "automatic",
                    models.BooleanField(default=False, help_text="Decided by the site itself."),
                ),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(help_text="Null: for good.", null=True)),
                ("undone_at", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField(help_text="When the player read it.", null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("undone_at", None)),
                        fields=["player", "kind"],
                        name="sanction_of_player",
                    )
                ],
            },
        ),
    ]
