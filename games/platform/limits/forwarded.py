"""Reads what proxies say of a client: X-Forwarded-For, X-Real-IP, and Forwarded (RFC 7239).

Nothing here decides whom to believe; see `proxies`. What cannot be read is None, never an error.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

Address = IPv4Address | IPv6Address

_BRACKETED = re.compile(r"\[([^\]]*)\](?::\w+)?")
_WITH_PORT = re.compile(r"([^:]+):\w+")
_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_PAIR = re.compile(rf'\s*({_WORD})=(?:({_WORD})|"((?:[^"\\]|\\.)*)")\s*')
_ESCAPED = re.compile(r"\\(.)")
_HIDDEN = re.compile(r"(?:unknown|_[A-Za-z0-9._-]+)(?::\w+)?", re.IGNORECASE)
_SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""Traefik says "wss" of a websocket."""


class Hop(NamedTuple):
    """What one proxy says of whom it was connected to. address: None if that is no address.
    is_hidden: the proxy says that it does not tell (RFC 7239, 6.2 and 6.3). is_silent: it says
    nothing of that, only of other things, such as the scheme.
    """

    address: Address | None
    is_hidden: bool = False
    scheme: str | None = None
    is_silent: bool = False


UNREADABLE = Hop(None)


@lru_cache(5000)
def read_address(text: str) -> Address | None:
    """Return the address that a proxy, or the kernel, has written; None if it is none.

    With a port or without, IPv6 in brackets or without. An IPv4 address in an IPv6 one is itself,
    and the zone of an IPv6 address is left out: both are one client however they are written.
    """
    text = text.strip()
    for form in (_BRACKETED, _WITH_PORT):
        if found := form.fullmatch(text):
            text = found[1]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def read_scheme(text: str) -> str | None:
    """Return "http" or "https"; None if a proxy names another scheme."""
    return _SCHEMES.get(text.strip().lower())


def read_list(lines: Iterable[str]) -> list[Hop]:
    """Return the hops of X-Forwarded-For, the client's own claims first, the nearest proxy's last.

    Several lines are one list, and empty places in it do not count (RFC 9110, 5.3 and 5.6.1).
    """
    texts = [text for line in lines for text in line.split(",") if text.strip()]
    return [_hop(text.strip()) for text in texts]


def read_forwarded(lines: Iterable[str]) -> list[Hop]:
    """Return the hops of Forwarded, in the same order.

    A line that breaks the grammar is one unreadable hop: where a proxy has appended to what a
    client sent, a quotation mark of the client could swallow what the proxy says.
    """
    return [hop for line in lines for hop in _read_forwarded_line(line)]


def _read_forwarded_line(line: str) -> list[Hop]:
    hops, pairs, at = list[Hop](), dict[str, str](), 0
    while found := _PAIR.match(line, at):
        name = found[1].lower()
        if name in pairs:
            return [UNREADABLE]
        pairs[name] = found[2] or _ESCAPED.sub(r"\1", found[3] or "")
        at = found.end()
        follows = line[at : at + 1]
        if follows in (",", ""):
            hops.append(_element(pairs))
            pairs = {}
        elif follows != ";":
            break
        if not follows:
            return hops
        at += 1
    return [UNREADABLE]


def _element(pairs: Mapping[str, str]) -> Hop:
    scheme = read_scheme(pairs.get("proto", ""))
    if "for" not in pairs:
        return Hop(None, is_hidden=True, scheme=scheme, is_silent=True)
    return _hop(pairs["for"], scheme)


def _hop(node: str, scheme: str | None = None) -> Hop:
    return Hop(read_address(node), _HIDDEN.fullmatch(node) is not None, scheme)
