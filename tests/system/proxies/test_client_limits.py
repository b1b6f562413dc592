"""Limits of an address hold for each visitor behind a proxy, whatever they say of themselves."""

import json
import ssl
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.support.servers import Server, Site
from tests.support.services.proxy_servers import running_caddy, running_haproxy
from tests.system.proxies.test_started import (
    CLIENT,
    PROXY,
    Start,
    before_compose,
    connect,
    nginx,
    no_checks,
)

pytestmark = pytest.mark.server

OTHER = "127.0.0.77"
MOST = 2


class Way(NamedTuple):
    """A proxy in front of the site. `tls`: the context to speak to it with."""

    port: int
    tls: ssl.SSLContext | None


STARTS: dict[str, Start] = {
    "nginx": nginx,
    "Caddy": running_caddy,
    "Caddy, stock": lambda port: running_caddy(port, stock=True),
    "HAProxy": running_haproxy,
    "Caddy, stock, before Compose": before_compose(lambda port: running_caddy(port, stock=True)),
    "HAProxy, stock, before Compose": before_compose(
        lambda port: running_haproxy(port, stock=True)
    ),
}


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The site, where one address may make two guests."""
    site = Site(
        tmp_path_factory.mktemp("site"),
        TRUSTED_PROXIES=PROXY,
        LIMITS=f"api-guest={MOST}/3600",
        DEBUG="true",
        EMBEDDED_WORKER="0",
    )
    with site.serving() as server:
        yield server


def make_guest(way: Way, source: str, headers: dict[str, str]) -> int:
    """Ask for a guest from an address of this machine; return the status."""
    connection = connect(way.port, source, way.tls)
    body = json.dumps({"name": "Robo"})
    connection.request(
        "POST", "/api/v1/guests", body, {"Content-Type": "application/json", **headers}
    )
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize("name", STARTS)
def test_a_limit_is_reached_by_each_visitor_and_escaped_by_none(server: Server, name: str) -> None:
    with STARTS[name](server.port) as port:
        way = Way(port, no_checks() if name.startswith("Caddy") else None)
        statuses = [make_guest(way, CLIENT, {}) for _ in range(MOST + 1)]
        assert statuses == [201] * MOST + [429]
        assert make_guest(way, OTHER, {}) == 201
        # Those who invent an address each time get the share of one address more, all together.
        forged = [
            make_guest(way, CLIENT, {"X-Real-IP": f"6.6.6.{number}", "X-Forwarded-For": "6.6.6.6"})
            for number in range(3 * MOST)
        ]
        assert forged.count(201) <= MOST
        assert make_guest(way, OTHER, {}) == 201
