"""Each process has an endpoint of its own, on the first free port."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from games.platform.metrics.endpoint import MAX_PORT, NoFreePortError, open_endpoint
from tests.platform.metrics.scraping import Scrape
from tests.support.services import free_port


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Closes what a test opens."""
    with ExitStack() as opened:
        yield opened


def test_it_knows_the_memory_and_the_processor_time_of_the_process(stack: ExitStack) -> None:
    endpoint = stack.enter_context(closing(open_endpoint("127.0.0.1", free_port())))
    scrape = Scrape(endpoint.port)
    assert scrape("process_resident_memory_bytes") > 1_000_000
    assert scrape("process_cpu_seconds_total") > 0
    assert scrape("process_open_fds") > 0


def test_it_says_when_no_port_is_free(stack: ExitStack) -> None:
    stack.enter_context(closing(open_endpoint("127.0.0.1", MAX_PORT)))
    with pytest.raises(NoFreePortError):
        open_endpoint("127.0.0.1", MAX_PORT)


def test_it_refuses_an_address_of_another_machine() -> None:
    with pytest.raises(OSError, match="assign"):
        open_endpoint("192.0.2.1", free_port())
