"""Who asks: the address and the scheme of a client, also behind proxies. Everything that limits,
counts or redirects a client asks here.

Only a proxy that the operator names (settings.TRUSTED_PROXIES) is believed. Which of its headers
it writes itself, and which it passes on as the client sent them, nobody can see, so:

- X-Forwarded-For and Forwarded are read from the right, past trusted proxies, up to the first
  address that is none: it is the client's. What is left of it the client may have written.
- Where a trusted proxy hides its client (unknown, _name), the client is that proxy: all its clients
  count together.
- If X-Forwarded-For, Forwarded and X-Real-IP name different clients, one of them was sent by the
  client, and nobody knows which: all such clients count as one, UNCLEAR, and so do those whose
  list has nonsense where their address should be. So a header that a proxy
  does not write gains nothing, with any proxy that writes one of the three.
- The scheme is the first of X-Forwarded-Proto (of its last line), or the one of the client's
  element in Forwarded; if they differ, it is http.

docs/proxies.md shows what proxies send.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.platform.limits.buckets import UNCLEAR
from games.platform.limits.forwarded import (
    Address,
    Hop,
    read_address,
    read_forwarded,
    read_list,
    read_scheme,
)

logger = logging.getLogger(__name__)

Network = IPv4Network | IPv6Network
Headers = Iterable[tuple[bytes, bytes]]
ASGIApp = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

CONTRADICTION = (
    "A proxy passes on X-Forwarded-For, Forwarded or X-Real-IP as clients send it: the headers"
    " contradict each other. Have it remove them (docs/proxies.md)."
)

LOOPBACK = tuple(map(ip_network, ("127.0.0.0/8", "::1")))
PRIVATE = tuple(
    map(
        ip_network,
        (
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "fc00::/7",
            "fe80::/10",
        ),
    )
)
WORDS: Mapping[str, tuple[Network, ...]] = {"loopback": LOOPBACK, "private": PRIVATE, "unix": ()}
"""What TRUSTED_PROXIES may name by a word. What connects over a Unix socket is on this
machine, so `loopback` includes `unix`.
"""
UNIX_WORDS = {"loopback", "unix"}
NAMES = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"x-forwarded-proto")


class Visitor(NamedTuple):
    """Who asks. address: None over a Unix socket. scheme: None if no proxy says it."""

    address: str | None
    scheme: str | None = None


class Claim(NamedTuple):
    """What one header says. address: None is the peer. passed: trusted proxies on the way.
    is_open: the client may be further away, because all that the header names are proxies.
    """

    address: Address | str | None
    scheme: str | None
    passed: frozenset[Address]
    is_open: bool


class Proxies:
    """The proxies that are believed.

    unix: whether programs that connect over a Unix socket are among them. chains: whether a proxy
    may stand behind another; if not, what the nearest says is the client.
    """

    def __init__(
        self, networks: Sequence[Network] = (), *, unix: bool = False, chains: bool = True
    ) -> None:
        self.networks = tuple(networks)
        self._unix = unix
        self._chains = chains
        self._has_warned: set[str] = set()
        self.trusts = lru_cache(5000)(self._trusts)
        """Whether a peer is one of them. None and "": it is connected over a Unix socket."""

    def __bool__(self) -> bool:
        """Whether anybody is believed."""
        return bool(self.networks or self._unix)

    def visitor(self, peer: str | None, headers: Headers) -> Visitor:
        """Return who asks. `peer`: who is connected, None over a Unix socket.

        `headers`: names in lower case, each as often as it was sent.
        """
        if not self.trusts(peer):
            self._warn_of_strange_proxy(peer, headers)
            return Visitor(peer)
        lines: dict[bytes, list[str]] = {name: [] for name in NAMES}
        for name, value in headers:
            if name in lines:
                lines[name].append(value.decode("latin1"))
        forwarded, real, proto = (
            lines[b"forwarded"],
            lines[b"x-real-ip"],
            lines[b"x-forwarded-proto"],
        )
        listed = read_list(lines[b"x-forwarded-for"])
        said = [read_list([line]) for line in real]
        lists = [hops for hops in (listed, read_forwarded(forwarded), *said) if hops]
        follows = [self._follow(hops) for hops in lists]
        scheme = _scheme(proto, follows)
        claims = [
            claim
            for claim, hops in zip(follows, lists, strict=True)
            if not all(hop.is_silent for hop in hops)
        ]
        if not claims:
            return Visitor(peer, scheme)
        found = self._agreed(claims)
        if len(found) > 1:
            self._warn_once(CONTRADICTION)
            return Visitor(UNCLEAR, scheme)
        address = found.pop()
        return Visitor((peer or UNCLEAR) if address is None else str(address), scheme)

    def _trusts(self, peer: str | None) -> bool:
        if not peer:
            return self._unix
        address = read_address(peer)
        return address is not None and self._is_proxy(address)

    def _is_proxy(self, address: Address) -> bool:
        return any(address in network for network in self.networks)

    def _follow(self, hops: Sequence[Hop]) -> Claim:
        """Read hops from the nearest to the client."""
        nearest: Address | None = None
        scheme: str | None = None
        passed = list[Address]()
        for hop in reversed(hops):
            scheme = hop.scheme or scheme
            if hop.address is None:
                told = nearest if hop.is_hidden else UNCLEAR
                return Claim(told, scheme, frozenset(passed), is_open=False)
            nearest = hop.address
            if not (self._chains and self._is_proxy(nearest)):
                return Claim(nearest, scheme, frozenset(passed), is_open=False)
            passed.append(nearest)
        return Claim(nearest, scheme, frozenset(passed), is_open=True)

    def _agreed(self, claims: Sequence[Claim]) -> set[Address | str | None]:
        """Return the clients that the headers name: one, unless they contradict each other.

        A header that names one proxy of the way that another one describes agrees with it: nginx
        says X-Real-IP of the proxy in front of it.
        """
        # A header may come in hundreds of lines, so not each with each.
        beyond: dict[Address | str | None, set[Address | str | None]] = {}
        for claim in claims:
            for proxy in claim.passed:
                beyond.setdefault(proxy, set()).add(claim.address)
        ways = [
            claim
            for claim in claims
            if not (claim.is_open and any(far != claim.address for far in beyond[claim.address]))
        ]
        # Two headers may each say that the other stops on the way: that is a contradiction, too.
        return {claim.address for claim in ways or claims}

    def _warn_of_strange_proxy(self, peer: str | None, headers: Headers) -> None:
        if peer is not None and not _is_near(peer):
            return
        if self._has_warned or not any(name in NAMES for name, _ in headers):
            return
        self._warn_once(
            f"A proxy at {peer or 'a Unix socket'} is not in TRUSTED_PROXIES: all its visitors"
            " share one address and its limits (docs/proxies.md)."
        )

    def _warn_once(self, text: str) -> None:
        if text not in self._has_warned:
            self._has_warned.add(text)
            logger.warning(text)


@lru_cache(5000)
def _is_near(peer: str) -> bool:
    address = read_address(peer)
    return address is not None and any(address in network for network in (*LOOPBACK, *PRIVATE))


def _scheme(proto: Sequence[str], claims: Sequence[Claim]) -> str | None:
    said = [claim.scheme for claim in claims if claim.scheme]
    if proto:
        said.append(read_scheme(proto[-1].partition(",")[0]) or "http")
    if not said:
        return None
    return "https" if set(said) == {"https"} else "http"


NO_PROXIES = Proxies()
"""Nobody is believed."""


def read_proxies(names: Iterable[str]) -> Proxies:
    """Return the proxies that TRUSTED_PROXIES names: networks, addresses and WORDS.

    Raises ImproperlyConfigured.
    """
    words = [name.strip().lower() for name in names]
    networks = [network for word in words for network in _networks(word)]
    return Proxies(networks, unix=not UNIX_WORDS.isdisjoint(words))


def _networks(word: str) -> tuple[Network, ...]:
    """Raises ImproperlyConfigured."""
    if word in WORDS:
        return WORDS[word]
    try:
        network = ip_network(word)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES has {word!r}, which is neither an address, a network such as"
            f" 10.1.0.0/16, nor one of {', '.join(WORDS)}: {error}."
        ) from None
    return (_as_ipv4(network),)


def _as_ipv4(network: Network) -> Network:
    """Return the network of IPv4 addresses that ::ffff:10.0.0.0/104 is; else the same."""
    if isinstance(network, IPv6Network) and network.prefixlen >= 96:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return IPv4Network((mapped, network.prefixlen - 96))
    return network


def _is_part(network: Network, other: Network) -> bool:
    first, last = network[0], network[-1]
    return first in other and last in other


def is_wide(network: Network) -> bool:
    """Return whether a network is larger than any that one operator of proxies has."""
    if any(_is_part(network, own) for own in PRIVATE):
        return False
    return network.prefixlen < (8 if network.version == 4 else 16)


NEAREST = Proxies((*LOOPBACK, *PRIVATE), unix=True, chains=False)
"""TRUST_PROXY=1, the setting of release 1.0.0: one proxy here or in a private network."""


@lru_cache(20)
def _read(names: tuple[str, ...]) -> Proxies:
    return read_proxies(names)


def site_proxies() -> Proxies:
    """Return the proxies of the settings. Raises ImproperlyConfigured."""
    if settings.TRUSTED_PROXIES:
        return _read(tuple(settings.TRUSTED_PROXIES))
    return NEAREST if settings.TRUST_PROXY else NO_PROXIES


def peer_of(scope: Mapping[str, Any]) -> str | None:
    """Return who is connected, None over a Unix socket. `scope` is one of ASGI."""
    client = scope.get("client")
    return client[0] if client else None


class BehindProxies:
    """ASGI middleware: the client and the scheme of a request are those that trusted proxies name.

    It is outside of all that asks for either.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the request on."""
        peer = peer_of(scope)
        visitor = site_proxies().visitor(peer, scope["headers"])
        changes: dict[str, Any] = {}
        if visitor.address != peer:
            changes["client"] = (visitor.address, 0)
        if visitor.scheme is not None:
            secure, plain = ("wss", "ws") if scope["type"] == "websocket" else ("https", "http")
            changes["scheme"] = secure if visitor.scheme == "https" else plain
        await self.inner({**scope, **changes} if changes else scope, receive, send)
