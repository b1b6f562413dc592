"""Each process has an endpoint of its own, on the first free port."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from games import metrics
from games.metrics.catalogue import instruments
from games.metrics.endpoint import MAX_PORT, NoFreePortError, open_endpoint
from tests.metrics.scraping import Scrape
from tests.services import free_port


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Closes what a test opens."""
    with ExitStack() as opened:
        yield opened


def test_it_answers_what_was_counted(stack: ExitStack) -> None:
    endpoint = stack.enter_context(closing(open_endpoint("127.0.0.1", free_port())))
    before = Scrape(endpoint.port)("yacht_moves_total")
    metrics.MOVES.add(5)
    assert Scrape(endpoint.port)("yacht_moves_total") == before + 5


def test_it_knows_the_memory_and_the_processor_time_of_the_process(stack: ExitStack) -> None:
    endpoint = stack.enter_context(closing(open_endpoint("127.0.0.1", free_port())))
    scrape = Scrape(endpoint.port)
    assert scrape("process_resident_memory_bytes") > 1_000_000
    assert scrape("process_cpu_seconds_total") > 0
    assert scrape("process_open_fds") > 0


def test_it_takes_the_next_free_port(stack: ExitStack) -> None:
    first = stack.enter_context(closing(open_endpoint("127.0.0.1", free_port())))
    second = stack.enter_context(closing(open_endpoint("127.0.0.1", first.port)))
    assert first.port < second.port < first.port + 64
    assert Scrape(second.port).values


def test_it_is_gone_after_it_was_closed() -> None:
    endpoint = open_endpoint("127.0.0.1", free_port())
    endpoint.close()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{endpoint.port}/metrics", timeout=5)


def test_it_says_when_no_port_is_free(stack: ExitStack) -> None:
    stack.enter_context(closing(open_endpoint("127.0.0.1", MAX_PORT)))
    with pytest.raises(NoFreePortError):
        open_endpoint("127.0.0.1", MAX_PORT)


def test_it_refuses_an_address_of_another_machine() -> None:
    with pytest.raises(OSError, match="assign"):
        open_endpoint("192.0.2.1", free_port())


def test_it_shows_each_instrument_under_a_name_of_its_own() -> None:
    names = [each.name for each in instruments()]
    assert len(names) == len(set(names))
    assert all(name.startswith("yacht_") for name in names)
    assert {getattr(metrics, name) for name in metrics.__all__} == set(instruments())
