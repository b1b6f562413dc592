"""The site behind a proxy with TLS: no redirection for ever, and sockets of its own pages."""

import json
import socket
from collections.abc import Iterator

import pytest
import websockets

from tests.support.servers import Site
from tests.support.services.proxy_servers import running_caddy
from tests.system.proxies.test_started import CLIENT, PROXY, connect, no_checks

pytestmark = pytest.mark.server


@pytest.fixture(params=["trusted", "unknown"])
def behind_caddy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[bool, int]]:
    """Whether the site trusts Caddy, and the port of Caddy in front of it."""
    trusted = request.param == "trusted"
    site = Site(
        tmp_path_factory.mktemp("site"),
        HTTPS="1",
        TRUSTED_PROXIES=PROXY if trusted else "",
        DEBUG="true",
        EMBEDDED_WORKER="0",
    )
    with site.serving() as server, running_caddy(server.port) as port:
        yield trusted, port


async def test_it_knows_that_visitors_use_https_only_from_a_trusted_proxy(
    behind_caddy: tuple[bool, int],
) -> None:
    trusted, port = behind_caddy
    connection = connect(port, CLIENT, no_checks())
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == (200 if trusted else 301)
    assert answer.getheader("Strict-Transport-Security") == (
        "max-age=31536000" if trusted else None
    )
    connection.close()
    assert await opens(port, "https") is trusted
    assert await opens(port, "http") is not trusted


async def opens(port: int, scheme: str) -> bool:
    """Return whether a page of the site with this scheme may open the lobby."""
    raw = socket.create_connection(("127.0.0.1", port), source_address=(CLIENT, 0))
    raw.setblocking(False)
    origin = websockets.Origin(f"{scheme}://localhost:{port}")
    url = f"wss://localhost:{port}/ws/v1/lobby/"
    try:
        async with websockets.connect(url, sock=raw, origin=origin, ssl=no_checks()) as opened:
            welcome = json.loads(await opened.recv())
    except websockets.InvalidStatus as refused:
        if refused.response.status_code != 403:
            raise
        return False
    assert welcome["type"] == "welcome"
    return True
