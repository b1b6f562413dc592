"""A short run of `script/lab sockets`, and what its players do."""

import pytest

from tests.lab.sockets.crowd import address_of, backoff
from tests.lab.sockets.measurement import Options, measure


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


def test_it_gives_every_player_an_address() -> None:
    addresses = {address_of(number) for number in range(100_000)}
    assert len(addresses) == 100_000
    assert "127.0.0.1" not in addresses


def test_it_waits_as_the_browser_does() -> None:
    # The longest waits of static/js/net/backoff.js.
    for attempt, longest in [(0, 0.5), (1, 0.9), (4, 5.0), (7, 5.0), (8, 20.0), (50, 20.0)]:
        waits = [backoff(attempt) for _ in range(2000)]
        assert 0.9 * longest < max(waits) <= longest
