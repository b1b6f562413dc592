"""The measurement of views."""

import pytest

from games.core.rules import VARIANTS
from workshop.lab.programs.views import SEATS
from workshop.make import entry


def test_it_measures_every_variant_with_every_number_of_seats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    entry.call("workshop.lab", "views", "--repeat", "1")
    rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(row[0], int(row[1])) for row in rows] == [
        (variant.name, seats) for variant in VARIANTS.values() for seats in SEATS
    ]
    assert all(float(time) > 0 for row in rows for time in row[2:4])
