"""The measurement of views."""

from io import StringIO

from django.core.management import call_command

from games.bench.management.commands.measure_views import SEATS
from games.rules import VARIANTS


def test_it_measures_every_variant_with_every_number_of_seats() -> None:
    printed = StringIO()
    call_command("measure_views", "--repeat", "1", stdout=printed)
    rows = [line.strip("| ").split(" | ") for line in printed.getvalue().splitlines()[2:]]
    assert [(row[0], int(row[1])) for row in rows] == [
        (variant.name, seats) for variant in VARIANTS.values() for seats in SEATS
    ]
    assert all(float(time) > 0 for row in rows for time in row[2:4])
