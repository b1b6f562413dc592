"""What nginx, Caddy and HAProxy send, with the files in deploy and with what most people write, and
whom the site sees: every visitor by their own address, and nobody by one that they chose.
"""

import http.client
import json
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, TypeAlias

import pytest
import websockets

from games.platform.limits.buckets import UNCLEAR
from tests.platform.server.process import ServerProcess, running
from tests.support.services import running_nginx
from tests.support.services.nginx_configuration import COMPOSE_FILES
from tests.support.services.proxy_servers import running_caddy, running_haproxy

pytestmark = pytest.mark.server

PROXY, CLIENT = "127.0.0.1", "127.0.0.9"
"""All of 127.0.0.0/8 is this machine: the proxy's address is trusted, the client's is not."""
FORGED = {
    "X-Forwarded-For": "6.6.6.6",
    "X-Real-IP": "6.6.6.6",
    "Forwarded": "for=6.6.6.6;proto=gopher",
    "X-Forwarded-Proto": "gopher",
}
STOCK_NGINX = {
    "proxy_set_header X-Forwarded-For $visitor;": "proxy_set_header X-Forwarded-For"
    " $proxy_add_x_forwarded_for;",
    'proxy_set_header Forwarded "";': "",
}
OLD_NGINX = {
    "proxy_set_header X-Forwarded-For $visitor;": "",
    'proxy_set_header Forwarded "";': "",
}
"""deploy/nginx/site.conf of release 1.0.0."""


@contextmanager
def nginx(server: int, **changes: str) -> Iterator[int]:
    """Start nginx with deploy/nginx."""
    with running_nginx([server], changes) as started:
        yield started.port


Start: TypeAlias = Callable[[int], AbstractContextManager[int]]


def before_compose(outer: Start) -> Start:
    """Return how to start a proxy on the host in front of the nginx of docker-compose.yml."""

    @contextmanager
    def start(server: int) -> Iterator[int]:
        with running_nginx([server], {}, files=COMPOSE_FILES) as inner, outer(inner.port) as port:
            yield port

    return start


class Recipe(NamedTuple):
    """A proxy. `clears`: it lets no header of a client through. Else one who forges them counts
    together with all who do.
    """

    start: Start
    tls: bool = False
    clears: bool = True


ALONE = {
    "nginx": Recipe(nginx),
    "nginx, appending": Recipe(lambda port: nginx(port, **STOCK_NGINX), clears=False),
    "nginx of release 1.0.0": Recipe(lambda port: nginx(port, **OLD_NGINX), clears=False),
    "Caddy": Recipe(running_caddy, tls=True),
    "Caddy, stock": Recipe(lambda port: running_caddy(port, stock=True), tls=True, clears=False),
    "HAProxy": Recipe(running_haproxy),
    "HAProxy, stock": Recipe(lambda port: running_haproxy(port, stock=True), clears=False),
}
# What appends, and writes X-Real-IP itself, leaves nothing of a client in the last entry.
CLEARED_BY_COMPOSE = {"nginx, appending"}
RECIPES = ALONE | {
    f"{name}, before Compose": recipe._replace(
        start=before_compose(recipe.start), clears=recipe.clears or name in CLEARED_BY_COMPOSE
    )
    for name, recipe in ALONE.items()
}


class Proxied(NamedTuple):
    """A started proxy in front of the telling server."""

    recipe: Recipe
    port: int

    def ask(self, headers: dict[str, str], source: str = CLIENT) -> dict[str, Any]:
        """Ask for a page from an address of this machine; return what the server tells."""
        connection = connect(self.port, source, no_checks() if self.recipe.tls else None)
        connection.request("GET", "/", headers=headers)
        answer = connection.getresponse().read()
        connection.close()
        told: dict[str, Any] = json.loads(answer)
        return told

    async def open(self, headers: dict[str, str], source: str = CLIENT) -> dict[str, Any]:
        """Open a websocket; return what the server tells."""
        raw = socket.create_connection(("127.0.0.1", self.port), source_address=(source, 0))
        raw.setblocking(False)
        async with websockets.connect(
            f"{'wss' if self.recipe.tls else 'ws'}://localhost:{self.port}/",
            sock=raw,
            additional_headers=headers,
            ssl=no_checks() if self.recipe.tls else None,
        ) as opened:
            told: dict[str, Any] = json.loads(await opened.recv())
            return told


def connect(port: int, source: str, tls: ssl.SSLContext | None) -> http.client.HTTPConnection:
    """Return a connection to a proxy from an address of this machine. `tls`: speak HTTPS."""
    if tls is None:
        return http.client.HTTPConnection("localhost", port, 20, source_address=(source, 0))
    return http.client.HTTPSConnection(
        "localhost", port, timeout=20, source_address=(source, 0), context=tls
    )


def no_checks() -> ssl.SSLContext:
    """Return a context that trusts the proxy's own authority, and any other."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[ServerProcess]:
    """The telling server, which trusts the proxy's address."""
    environment = {"TRUSTED_PROXIES": PROXY, "TRUST_PROXY": "0"}
    command = ("-m", "tests.system.proxies.telling")
    async with running(*command, ready=r"^ready (\d+)", environment=environment) as started:
        yield started


@pytest.fixture(params=RECIPES)
def proxied(request: pytest.FixtureRequest, server: ServerProcess) -> Iterator[Proxied]:
    """A proxy in front of it."""
    recipe = RECIPES[request.param]
    with recipe.start(server.port) as port:
        yield Proxied(recipe, port)


async def test_it_sees_each_visitor_and_believes_nothing_that_they_send(proxied: Proxied) -> None:
    recipe = proxied.recipe
    http_scheme, socket_scheme = ("https", "wss") if recipe.tls else ("http", "ws")
    for source in (CLIENT, "127.0.0.77"):
        told, opened = proxied.ask({}, source), await proxied.open({}, source)
        assert (told["client"], told["scheme"]) == (source, http_scheme), told
        assert (opened["client"], opened["scheme"]) == (source, socket_scheme), opened
    for name, text in FORGED.items():
        for told in (proxied.ask({name: text}), await proxied.open({name: text})):
            assert told["client"] in ((CLIENT,) if recipe.clears else (CLIENT, UNCLEAR)), told
    # What a proxy has written is no header of the connection, whatever the client calls one.
    told = proxied.ask({"Connection": "close, X-Forwarded-For, X-Real-IP, X-Forwarded-Proto"})
    assert (told["client"], told["scheme"]) == (CLIENT, http_scheme)
    every = [proxied.ask(FORGED), await proxied.open(FORGED)]
    assert {told["client"] for told in every} == {CLIENT if recipe.clears else UNCLEAR}
    if recipe.clears:
        assert not any("6.6.6.6" in line for told in every for line in told["sent"]), every
        assert {told["scheme"] for told in every} == {http_scheme, socket_scheme}
