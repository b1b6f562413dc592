"""A short run of `script/lab sockets`, and what its players do."""

import pytest

from workshop.lab.sockets.measurement import Options, measure


@pytest.mark.server
@pytest.mark.long
def test_it_measures_sockets_that_all_come_back_after_a_restart() -> None:
    figures = measure(Options(sockets=6, seconds=1, ping_s=0.5, database="sqlite", redis=None))
    assert figures.problems == []
    assert figures.connect is not None
    assert figures.back is not None
    assert (figures.connect.welcomes, figures.back.welcomes) == (6, 6)
    assert figures.back.behind == 0
    assert figures.connect_ms > 0
