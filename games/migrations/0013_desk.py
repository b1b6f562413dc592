"""Add cases, reports, appeals and the audit log of the moderators' desk."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_conduct"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveBigIntegerField(unique=True)),
                ("at", models.DateTimeField()),
                (
                    "actor",
                    models.BigIntegerField(
                        help_text="The id of the moderator; null: the site.", null=True
                    ),
                ),
                ("action", models.CharField(max_length=20)),
                ("data", models.JSONField(default=dict)),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ("seq",),
            },
        ),
        migrations.AddField(
            model_name="user",
            name="desk_role",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="helper or moderator: what the player may decide at the desk.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="has_decision",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="A decision about the player waits to be read.",
            ),
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                ("judged_at", models.DateTimeField(null=True)),
                ("granted", models.BooleanField(null=True)),
                ("answer", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "judged_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sanction",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal",
                        to="games.sanction",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(help_text='What it is about: "player:5".', max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("second", "Second"), ("closed", "Closed")],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "about_talk",
                    models.BooleanField(default=False, help_text="Helpers may decide it."),
                ),
                ("evidence", models.JSONField(default=list)),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "note",
                    models.TextField(blank=True, default="", help_text="For the second opinion."),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        help_text="Wants a second opinion.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        help_text="Whom it concerns, if known.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="sanction",
            name="case",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sanctions",
                to="games.case",
            ),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=20)),
                ("text", models.CharField(blank=True, default="", max_length=500)),
                ("at", models.DateTimeField()),
                ("upheld", models.BooleanField(null=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.case",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("state", "closed"), _negated=True),
                fields=["opened_at"],
                name="case_open",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["closed_at"], name="case_closed"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "closed"), _negated=True),
                fields=("key",),
                name="one_open_case",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                fields=("case", "reporter"), name="one_report_a_case"
            ),
        ),
    ]
