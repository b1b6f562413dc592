"""Add authenticator apps, recovery codes and passkeys, and what a mail says."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_slow_mode"),
    ]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="details",
            field=models.TextField(
                blank=True, db_default="", default="", help_text="What the mail says, as JSON."
            ),
        ),
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(
                choices=[("reset", "Reset"), ("confirm", "Confirm"), ("new device", "New Device")],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="Authenticator",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.BinaryField(help_text="Encrypted (games.platform.encryption).")),
                (
                    "last_step",
                    models.BigIntegerField(default=0, help_text="Of the last code that was used."),
                ),
                ("confirmed_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="authenticator",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("credential", models.BinaryField(max_length=1023, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField(default=0)),
                ("name", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=64)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "hash"), name="recovery_code_once")
                ],
            },
        ),
    ]
