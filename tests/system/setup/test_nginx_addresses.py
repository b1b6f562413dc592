"""nginx counts an IPv4 address, or the /64 of an IPv6 address, however it is written."""

import ipaddress
import threading
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.services import Nginx, running_nginx

pytestmark = pytest.mark.process

BURST = 3
PASS = 1 + BURST
CHANGES = {
    "server_name _;": "server_name _; set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;",
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


@pytest.fixture(scope="module")
def nginx() -> Iterator[Nginx]:
    """An nginx that lets four requests of a client pass, and takes its address from a header."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with running_nginx([server.server_port], CHANGES) as running:
        yield running
    server.shutdown()
    server.server_close()


def answers(nginx: Nginx, addresses: list[str]) -> Counter[int]:
    """Ask once from each of these addresses; return how often each status came."""
    found = Counter[int]()
    for address in addresses:
        connection = HTTPConnection("127.0.0.1", nginx.port, timeout=10)
        connection.request("GET", "/", headers={"X-Test-Address": address})
        found[connection.getresponse().status] += 1
        connection.close()
    return found


@pytest.mark.parametrize("network", NETWORKS)
def test_a_network_of_2_to_the_64_addresses_counts_as_one(nginx: Nginx, network: str) -> None:
    addresses = [str(ipaddress.ip_address(f"{network}:{rest}")) for rest in INTERFACES]
    assert answers(nginx, addresses) == {200: PASS, 429: len(INTERFACES) - PASS}


@pytest.mark.parametrize("first", ["9.9.9.", "::ffff:8.8.8."])
def test_each_ipv4_address_counts_for_itself(nginx: Nginx, first: str) -> None:
    addresses = [f"{first}{number}" for number in range(2 * PASS)]
    assert answers(nginx, addresses) == {200: len(addresses)}
    assert answers(nginx, addresses[:1] * 2 * PASS) == {200: PASS - 1, 429: PASS + 1}
