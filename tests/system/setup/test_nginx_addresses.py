"""nginx counts an IPv4 address, or the /64 of an IPv6 address, however it is written."""

import ipaddress
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import pytest

from tests.support.services import Nginx, running_nginx
from tests.support.services.nginx_configuration import COMPOSE_FILES, FILES

pytestmark = pytest.mark.process

BURST = 3
PASS = 1 + BURST
FROM_HEADER = {
    "server_name _;": "server_name _; set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;",
}
CHANGES = {
    "rate=20r/s": "rate=1r/m",
    "burst=400": f"burst={BURST}",
}
# Parts of interfaces with zeros in all places, which the text form leaves out, and line ends.
INTERFACES = (
    "0:0:0:1",
    "1:0:0:0",
    "0:1:0:1",
    "5:0:0:1",
    "0:0:1:0",
    "ffff:ffff:ffff:ffff",
    "a0a:a0a:a0a:a0a",
    "0:0:0:a",
)
NETWORKS = (
    "2001:db8:1:2",
    "2001:db8:1:0",
    "2001:db8:0:0",
    "2001:0:0:0",
    "2001:0:0:1",
    "2001:0:1:0",
    "0:0:0:1",
    "2a0a:a0a:a0a:a0a",
    "2001:db8:1:a",
)


class Page(BaseHTTPRequestHandler):
    """The site: every page is empty."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Way(NamedTuple):
    """What an nginx hears of a client."""

    nginx: Nginx
    header: str


WAYS = {
    "X-Test-Address": FILES,
    # From a proxy on the host, in front of the nginx of docker-compose.yml.
    "X-Forwarded-For": COMPOSE_FILES,
}


@contextmanager
def limiting(files: Mapping[str, str]) -> Iterator[Nginx]:
    """Start an nginx that lets four requests of a client pass."""
    changes = CHANGES | (FROM_HEADER if files is FILES else {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with running_nginx([server.server_port], changes, files=files) as running:
        yield running
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module", params=WAYS)
def way(request: pytest.FixtureRequest) -> Iterator[Way]:
    """An nginx that takes the address from a header."""
    with limiting(WAYS[request.param]) as nginx:
        yield Way(nginx, request.param)


@pytest.fixture(scope="module")
def in_compose() -> Iterator[Nginx]:
    """The nginx of docker-compose.yml, behind a proxy on the host."""
    with limiting(COMPOSE_FILES) as nginx:
        yield nginx


def answers(way: Way, addresses: list[str]) -> Counter[int]:
    """Ask once from each of these addresses; return how often each status came."""
    return statuses(way.nginx, [{way.header: address} for address in addresses])


def statuses(nginx: Nginx, requests: list[dict[str, str]]) -> Counter[int]:
    """Ask once with each of these headers; return how often each status came."""
    found = Counter[int]()
    for headers in requests:
        connection = HTTPConnection("127.0.0.1", nginx.port, timeout=10)
        connection.request("GET", "/", headers=headers)
        found[connection.getresponse().status] += 1
        connection.close()
    return found


@pytest.mark.parametrize("network", NETWORKS)
def test_a_network_of_2_to_the_64_addresses_counts_as_one(way: Way, network: str) -> None:
    addresses = [str(ipaddress.ip_address(f"{network}:{rest}")) for rest in INTERFACES]
    assert answers(way, addresses) == {200: PASS, 429: len(INTERFACES) - PASS}


@pytest.mark.parametrize("first", ["9.9.9.", "::ffff:8.8.8."])
def test_each_ipv4_address_counts_for_itself(way: Way, first: str) -> None:
    addresses = [f"{first}{number}" for number in range(2 * PASS)]
    assert answers(way, addresses) == {200: len(addresses)}
    assert answers(way, addresses[:1] * 2 * PASS) == {200: PASS - 1, 429: PASS + 1}


def test_a_proxy_that_writes_only_x_real_ip_has_its_clients_counted(in_compose: Nginx) -> None:
    clients = [{"X-Real-IP": f"7.7.7.{number}"} for number in range(2 * PASS)]
    assert statuses(in_compose, clients) == {200: len(clients)}
    assert statuses(in_compose, clients[:1] * 2 * PASS) == {200: PASS - 1, 429: PASS + 1}


def test_clients_who_contradict_their_proxy_count_as_one(in_compose: Nginx) -> None:
    clients = [
        {"X-Real-IP": "6.6.6.6", "X-Forwarded-For": f"5.5.5.{number}"} for number in range(PASS)
    ] + [{"X-Real-IP": f"4.4.4.{number}", "X-Forwarded-For": "3.3.3.3"} for number in range(PASS)]
    assert statuses(in_compose, clients) == {200: PASS, 429: PASS}
