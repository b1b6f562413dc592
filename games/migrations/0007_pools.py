"""Call the columns that hold the id of a pool of results `pool`.

The database renames a column in its indexes and constraints, too. Django's state does not: there
they are removed before and added after the renaming.
"""

from collections.abc import Mapping

from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.models import Q

HELP = "Of results: a variant, and whose dice."

CONSTRAINTS = {
    "rating": {"rating_once_a_variant": ["player", "pool"]},
    "tally": {"tally_once_a_span": ["player", "pool", "span", "begins"]},
}
FINISHED = Q(finished_at__isnull=False)


def _boards(columns: tuple[str, ...], end: str, *fields: str) -> dict[str, tuple[list[str], Q]]:
    return {
        f"{column}{end}": (
            ["pool", *fields, f"-{column}", "id"],
            Q(("eligible", True), (f"{column}__isnull", False)),
        )
        for column in columns
    }


INDEXES: Mapping[str, Mapping[str, tuple[list[str], Q]]] = {
    "rating": {
        "rating_board": (["pool", "-shown", "id"], Q(listed=True)),
        "wins_ever_board": (["pool", "-wins", "id"], Q(eligible=True, wins__gt=0)),
        **_boards(("best_table", "best_solo", "average_table", "average_solo"), "_board"),
    },
    "tally": {
        "wins_board": (
            ["pool", "span", "begins", "-wins", "id"],
            Q(eligible=True, wins__gt=0),
        ),
        **_boards(("best_table", "best_solo"), "_tally_board", "span", "begins"),
    },
    "scorecard": {
        "card_of_player_variant": (["player", "pool", "-finished_at"], FINISHED),
        "best_card": (["player", "pool", "-final_total", "finished_at", "id"], FINISHED),
    },
}

before: list[Operation] = [
    *(
        migrations.RemoveConstraint(table, name)
        for table, named in CONSTRAINTS.items()
        for name in named
    ),
    *(migrations.RemoveIndex(table, name) for table, named in INDEXES.items() for name in named),
]
after: list[Operation] = [
    *(
        migrations.AddConstraint(table, models.UniqueConstraint(fields=fields, name=name))
        for table, named in CONSTRAINTS.items()
        for name, fields in named.items()
    ),
    *(
        migrations.AddIndex(table, models.Index(fields=fields, condition=condition, name=name))
        for table, named in INDEXES.items()
        for name, (fields, condition) in named.items()
    ),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_fair_arenas"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=before),
        *(migrations.RenameField(table, "variant", "pool") for table in INDEXES),
        migrations.SeparateDatabaseAndState(state_operations=after),
        *(
            migrations.AlterField(
                table, "pool", models.CharField(max_length=20, help_text=HELP, **more)
            )
            for table, more in (
                ("rating", {}),
                ("tally", {}),
                ("scorecard", {"default": "", "blank": True}),
            )
        ),
    ]
