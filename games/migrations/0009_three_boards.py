"""Keep only what the boards of ratings, of this week and of records need, and the accuracy.

There were tallies of days, too, and of players without a win.
"""

from django.db import migrations, models
from django.db.models import Q


def drop_tallies(apps, schema_editor):
    """Delete the tallies that are on no board any more."""
    apps.get_model("games", "Tally").objects.exclude(span="week", wins__gt=0).delete()


REMOVED = {
    "rating": (
        ("wins_ever_board", "average_table_board", "average_solo_board"),
        ("best_game", "last_totals", "average", "totals_table", "average_table", "totals_solo", "average_solo"),
    ),
    "tally": (
        ("wins_board", "best_table_tally_board", "best_solo_tally_board"),
        ("span", "best", "best_game", "best_table", "best_table_game", "best_solo", "best_solo_game"),
    ),
    "skill": (("skill_board",), ("eligible", "luck", "margin", "adjusted_margin")),
    "seatanalysis": ((), ("luck", "margin", "adjusted_margin")),
}  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("games", "0008_sessions_of_players")]

    operations = [
        migrations.RunPython(drop_tallies, migrations.RunPython.noop),
        migrations.RemoveConstraint("tally", "tally_once_a_span"),
        *(
            migrations.RemoveIndex(table, name)
            for table, (names, _) in REMOVED.items()
            for name in names
        ),
        *(
            migrations.RemoveField(table, name)
            for table, (_, names) in REMOVED.items()
            for name in names
        ),
        migrations.AlterField("tally", "begins", models.DateField(help_text="The Monday (UTC).")),
        migrations.AlterField("tally", "wins", models.PositiveIntegerField()),
        migrations.AddConstraint(
            "tally",
            models.UniqueConstraint(fields=["player", "pool", "begins"], name="tally_once_a_week"),
        ),
        migrations.AddIndex(
            "tally",
            models.Index(
                fields=["pool", "begins", "-wins", "id"],
                condition=Q(eligible=True),
                name="week_board",
            ),
        ),
    ]
