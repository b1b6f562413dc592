"""Series of duplicate events."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0038_duplicate_events"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="tournamentseries",
            name="series_once_a_variant",
        ),
        migrations.RemoveConstraint(
            model_name="tournamentseries",
            name="series_seats_2_to_4",
        ),
        migrations.AddField(
            model_name="tournamentseries",
            name="kind",
            field=models.CharField(
                choices=[("arena", "Arena"), ("duplicate", "Duplicate")],
                db_default="arena",
                default="arena",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="tournamentseries",
            name="minutes",
            field=models.PositiveSmallIntegerField(
                default=45, help_text="How long it lasts. A duplicate event lasts for one game."
            ),
        ),
        migrations.AlterField(
            model_name="tournamentseries",
            name="rated",
            field=models.BooleanField(default=False, help_text="Arenas only."),
        ),
        migrations.AlterField(
            model_name="tournamentseries",
            name="seats",
            field=models.PositiveSmallIntegerField(
                default=2, help_text="Players at a table: 2 to 4, of duplicate events 16."
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentseries",
            constraint=models.UniqueConstraint(
                fields=("every", "variant", "kind"), name="series_once_a_kind_and_variant"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentseries",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "arena"), ("seats__gte", 2), ("seats__lte", 4)),
                    models.Q(
                        ("kind", "duplicate"),
                        ("rated", False),
                        ("seats__gte", 3),
                        ("seats__lte", 16),
                    ),
                    _connector="OR",
                ),
                name="series_seats",
            ),
        ),
    ]
