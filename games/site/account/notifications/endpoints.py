"""Requests to push services, and to the addresses of circles. Browsers and people give them, so
they may point anywhere. So we connect only to public hosts, over HTTPS, and exactly to the address
that was checked.
"""

import socket
import ssl
import threading
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from queue import Empty, SimpleQueue
from typing import NamedTuple, Self
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.core.numbers import whole

MAX_ADDRESS_CHARS = 500
# The limit for each step: connecting, sending, and each byte of the answer.
TIMEOUT_S = 5.0
# The limit for all steps: a server that sends a byte now and then must not block a thread.
TOTAL_S = 10.0
MAX_ANSWER_BYTES = 2048
HTTPS_PORT = 443
# All IPv6 addresses in public use. Python takes some others for global that may be private: site
# addresses (fec0::/10), and addresses that stand for IPv4 ones, as in NAT64.
UNICAST = IPv6Network("2000::/3")
SIX_TO_FOUR = IPv6Network("2002::/16")
# Python takes these for global, too: addresses of protocols, of relays to 6to4, and for examples.
SPECIAL = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv6Network("3fff::/20"),
)
# Longer waits are not believed, and texts of thousands of digits are not even parsed.
MAX_WAIT_DIGITS = 6


class EndpointRefused(Exception):
    """We do not send anything to this address. The text says why."""


class UnreachableError(Exception):
    """Nobody answered there."""


class Answer(NamedTuple):
    """The status of an answer, and its header Retry-After in seconds, None without a number."""

    status: int
    retry_after: int | None


def check_endpoint(address: str, hosts: Collection[str] | None = None) -> SplitResult:
    """Return the parts of an address. `hosts`: which may be private, without HTTPS; None: those of
    the setting PUSH_HOSTS. Raises EndpointRefused.
    """
    if len(address) > MAX_ADDRESS_CHARS or not address.isascii() or not address.isprintable():
        raise EndpointRefused("This is not the address of a push service.")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise EndpointRefused("This is not the address of a push service.") from error
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise EndpointRefused("This is not the address of a push service.")
    if is_listed(parts, hosts):
        return parts
    if parts.scheme != "https" or port not in (None, HTTPS_PORT):
        raise EndpointRefused("A push service has an address with https.")
    return parts


def is_listed(parts: SplitResult, hosts: Collection[str] | None = None) -> bool:
    """Whether the host is one of these, or of PUSH_HOSTS: it may be private, without HTTPS."""
    listed = settings.PUSH_HOSTS if hosts is None else hosts
    return parts.scheme in ("http", "https") and parts.netloc in listed


def origin_of(parts: SplitResult) -> str:
    """Return scheme and host, as the claim "aud" of RFC 8292."""
    return f"{parts.scheme}://{parts.netloc}"


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether anyone on the internet can reach the address."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in UNICAST or address in SIX_TO_FOUR:
            return False
    if any(address in network for network in SPECIAL):
        return False
    return address.is_global and not address.is_multicast


class Deadline:
    """Ends the connection of a request when its time is up (`is_over`), in a `with` block."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._seconds = seconds
        self._socket: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()

    def resolve(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host. Raises OSError, TimeoutError if the time is up, and
        ValueError for a name that cannot be one.
        """
        answers: SimpleQueue[list[str] | Exception] = SimpleQueue()
        # Nothing can interrupt the resolver, which may take minutes. So it gets a thread of its
        # own, which is left alone when the time is up.
        threading.Thread(target=_resolve, args=(host, port, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=self._seconds)
        except Empty:
            raise TimeoutError from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def watch(self, connected: socket.socket) -> None:
        """Note the socket to end. Raises TimeoutError if the time is up, so that nothing would end
        it.
        """
        self._socket = connected
        if self.is_over:
            raise TimeoutError

    def _end(self) -> None:
        self.is_over = True
        if self._socket is not None:
            with suppress(OSError):
                # Not SSLSocket.shutdown, which would also take the TLS from the other thread.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _resolve(host: str, port: int, answers: "SimpleQueue[list[str] | Exception]") -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(place[0]) for *_, place in found])
    except (OSError, ValueError) as error:
        answers.put(error)


def post(
    address: str, body: bytes, headers: Mapping[str, str], hosts: Collection[str] | None = None
) -> Answer:
    """Send a request; redirects are not followed. `hosts`: as in `check_endpoint`.

    Raises EndpointRefused and UnreachableError.
    """
    parts = check_endpoint(address, hosts)
    path = parts.path or "/"
    if parts.query:
        path += f"?{parts.query}"
    try:
        with (
            Deadline(TOTAL_S) as deadline,
            closing(_connection(parts, deadline, hosts)) as connection,
        ):
            connection.request("POST", path, body, dict(headers))
            response = connection.getresponse()
            response.read(MAX_ANSWER_BYTES)
            if deadline.is_over:  # otherwise a cut-off answer would look like a short one
                raise TimeoutError
            wait = response.headers.get("Retry-After", "")
            return Answer(response.status, _seconds(wait))
    except (OSError, HTTPException) as error:
        raise UnreachableError(repr(error)) from error


def _seconds(wait: str) -> int | None:
    return whole(wait) if len(wait) <= MAX_WAIT_DIGITS else None


def _connection(
    parts: SplitResult, deadline: Deadline, hosts: Collection[str] | None
) -> HTTPConnection:
    """Return a connection to the checked address of the host. Raises OSError, EndpointRefused."""
    host = parts.hostname or ""
    port = parts.port or (HTTPS_PORT if parts.scheme == "https" else 80)
    address = _address(parts, deadline, host, port, hosts)
    raw = socket.create_connection((address, port), TIMEOUT_S)
    connection = HTTPConnection(host, port, timeout=TIMEOUT_S)
    # It must not reconnect by itself, to an address that was not checked.
    connection.auto_open = 0
    connection.sock = raw
    try:
        deadline.watch(raw)
        if parts.scheme == "https":
            # From here on the raw socket belongs to the TLS socket, and is closed with it.
            connection.sock = secure = _tls().wrap_socket(
                raw, server_hostname=host, do_handshake_on_connect=False
            )
            deadline.watch(secure)
            secure.do_handshake()
    except OSError:
        connection.close()
        raise
    return connection


def _address(
    parts: SplitResult, deadline: Deadline, host: str, port: int, hosts: Collection[str] | None
) -> str:
    """Return an address of the host, all of which are public. Raises OSError, EndpointRefused."""
    try:
        addresses = deadline.resolve(host, port)
        public = all(is_public(ip_address(each)) for each in addresses)
    except ValueError as error:  # a name that cannot be one, or an address with a zone
        raise EndpointRefused("This is not the address of a push service.") from error
    if not public and not is_listed(parts, hosts):
        raise EndpointRefused("A push service has a public address.")
    return addresses[0]


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
