import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat


def note_staff(apps, schema_editor):
    """Note which decisions are about people who work for the site now."""
    staff = apps.get_model("games", "User").objects.filter(
        Q(is_staff=True) | Q(is_superuser=True) | ~Q(desk_role="")
    )
    apps.get_model("games", "Sanction").objects.filter(player__in=staff).update(about_staff=True)


def note_deciders(apps, schema_editor):
    """Note who made the decisions whose cases are still there."""
    cases = apps.get_model("games", "Case").objects.filter(pk=OuterRef("case"))
    decisions = apps.get_model("games", "Sanction").objects.filter(case__isnull=False)
    decisions.update(decided_by=Subquery(cases.values("decided_by")[:1]))


def forget_names(apps, schema_editor):
    """Take the names and words of players from the admin's history."""
    entries = apps.get_model("admin", "LogEntry").objects
    for model, word in (("user", "user"), ("chatmessage", "chat message")):
        entries.filter(content_type__app_label="games", content_type__model=model).update(
            object_repr=Concat(
                Value(f"{word} "),
                Cast("object_id", models.CharField(max_length=200)),
                output_field=models.CharField(max_length=200),
            )
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_second_factors_shown"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="case",
            name="opened_by",
            field=models.ForeignKey(
                help_text="The moderator who opened it without a report.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="about_staff",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="The player worked for the site when it was decided.",
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="decided_by",
            field=models.ForeignKey(
                help_text="The moderator; null if the site decided, and after they have left.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(note_deciders, migrations.RunPython.noop),
        migrations.RunPython(note_staff, migrations.RunPython.noop),
        migrations.RunPython(forget_names, migrations.RunPython.noop),
    ]
