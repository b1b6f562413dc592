"""Who asks, by what the peer and its headers say: tables written by hand from RFC 7239, RFC 9110
and what the documentation of proxies says they send.
"""

import itertools
import logging
import random
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from games.platform.limits.buckets import UNCLEAR, counting_address
from games.platform.limits.proxies import (
    NEAREST,
    NO_PROXIES,
    BehindProxies,
    Claim,
    Proxies,
    peer_of,
    read_proxies,
    site_proxies,
)

CLIENT = "203.0.113.9"
FORGED = "6.6.6.6"
CDN = "198.51.100.7"
ONE = ("10.0.0.1",)
CHAIN = ("10.0.0.0/24", "198.51.100.0/24", "2001:db8:c::/48")
XFF, REAL, FORWARDED, PROTO = "x-forwarded-for", "x-real-ip", "forwarded", "x-forwarded-proto"

Header = tuple[str, str]
Case = tuple[tuple[str, ...], str | None, list[Header], str | None]


def asked(
    proxies: Proxies, peer: str | None, headers: list[Header]
) -> tuple[str | None, str | None]:
    raw = [(name.encode(), value.encode("latin1")) for name, value in headers]
    return tuple(proxies.visitor(peer, raw))  # type: ignore[return-value]


# setting, peer, headers in the order sent -> the client
TABLE: dict[str, Case] = {
    "nobody is trusted": ((), "10.0.0.1", [(XFF, FORGED), (REAL, FORGED)], "10.0.0.1"),
    "another peer is trusted": (ONE, "10.0.0.2", [(XFF, FORGED), (REAL, FORGED)], "10.0.0.2"),
    "a visitor without a proxy": (ONE, CLIENT, [(XFF, FORGED), (FORWARDED, "for=6.6.6.6")], CLIENT),
    "a proxy that says nothing": (ONE, "10.0.0.1", [], "10.0.0.1"),
    "a proxy that says nothing readable": (ONE, "10.0.0.1", [(XFF, " "), (REAL, "")], "10.0.0.1"),
    # X-Forwarded-For
    "one address": (ONE, "10.0.0.1", [(XFF, CLIENT)], CLIENT),
    "appended to a forged one": (ONE, "10.0.0.1", [(XFF, f"{FORGED}, {CLIENT}")], CLIENT),
    "no spaces": (ONE, "10.0.0.1", [(XFF, f"{FORGED},{CLIENT}")], CLIENT),
    "in two lines": (ONE, "10.0.0.1", [(XFF, FORGED), (XFF, CLIENT)], CLIENT),
    "empty places": (ONE, "10.0.0.1", [(XFF, f"{FORGED},, {CLIENT} ,")], CLIENT),
    "with a port": (ONE, "10.0.0.1", [(XFF, f"{FORGED}, {CLIENT}:5678")], CLIENT),
    "IPv6": (ONE, "10.0.0.1", [(XFF, "2001:db8::9")], "2001:db8::9"),
    "IPv6 in brackets": (ONE, "10.0.0.1", [(XFF, "[2001:db8::9]")], "2001:db8::9"),
    "IPv6 with a port": (ONE, "10.0.0.1", [(XFF, "[2001:db8::9]:47011")], "2001:db8::9"),
    "IPv6 with a zone": (ONE, "10.0.0.1", [(XFF, "fe80::9%eth0")], "fe80::9"),
    "IPv4 in IPv6": (ONE, "10.0.0.1", [(XFF, f"::ffff:{CLIENT}")], CLIENT),
    "nonsense at the right": (ONE, "10.0.0.1", [(XFF, f"{FORGED}, localhost")], UNCLEAR),
    "too many bytes": (ONE, "10.0.0.1", [(XFF, f"{FORGED}, 203.0.113.9.9")], UNCLEAR),
    "leading zeros": (ONE, "10.0.0.1", [(XFF, "203.0.113.010")], UNCLEAR),
    "no latin": (ONE, "10.0.0.1", [(XFF, "\xff\xfe")], UNCLEAR),
    "unknown": (ONE, "10.0.0.1", [(XFF, f"{FORGED}, unknown")], "10.0.0.1"),
    "two proxies": (CHAIN, "10.0.0.1", [(XFF, f"{FORGED}, {CLIENT}, {CDN}")], CLIENT),
    "two proxies, one trusted": (ONE, "10.0.0.1", [(XFF, f"{CLIENT}, {CDN}")], CDN),
    "three proxies": (CHAIN, "10.0.0.1", [(XFF, f"{FORGED}, {CLIENT}, {CDN}, 10.0.0.9")], CLIENT),
    "an IPv6 proxy": (CHAIN, "2001:db8:c::1", [(XFF, f"{FORGED}, {CLIENT}")], CLIENT),
    "a proxy in IPv6 form": (ONE, "::ffff:10.0.0.1", [(XFF, CLIENT)], CLIENT),
    "a proxy with a zone": (("fe80::/10",), "fe80::1%eth0", [(XFF, CLIENT)], CLIENT),
    "nonsense left of a proxy": (CHAIN, "10.0.0.1", [(XFF, f"{FORGED}, ?, {CDN}")], UNCLEAR),
    "proxies all the way": (CHAIN, "10.0.0.1", [(XFF, f"10.0.0.7, {CDN}")], "10.0.0.7"),
    # Forwarded: the examples of RFC 7239, 4 and 6, and what may go wrong
    "a quoted name": (ONE, "10.0.0.1", [(FORWARDED, 'for="_gazonk"')], "10.0.0.1"),
    "For in capitals": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, 'For="[2001:db8:cafe::17]:4711"')],
        "2001:db8:cafe::17",
    ),
    "with proto and by": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=192.0.2.60;proto=http;by=203.0.113.43")],
        "192.0.2.60",
    ),
    "two elements": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=192.0.2.43, for=198.51.100.17")],
        "198.51.100.17",
    ),
    "two elements, both proxies but one": (
        CHAIN,
        "10.0.0.1",
        [(FORWARDED, "for=192.0.2.43, for=198.51.100.17")],
        "192.0.2.43",
    ),
    "a port, quoted": (ONE, "10.0.0.1", [(FORWARDED, 'for="192.0.2.43:47011"')], "192.0.2.43"),
    "a hidden client": (ONE, "10.0.0.1", [(FORWARDED, "for=_hidden, for=_SEVKISEK")], "10.0.0.1"),
    "unknown in Forwarded": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=6.6.6.6, for=unknown")],
        "10.0.0.1",
    ),
    "two lines of Forwarded": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=6.6.6.6"), (FORWARDED, "for=203.0.113.9")],
        CLIENT,
    ),
    "a comma in quotes": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, 'for=203.0.113.9;host="a, for=6.6.6.6"')],
        CLIENT,
    ),
    "a quotation mark left open": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, 'for=6.6.6.6;x=", for=203.0.113.9')],
        UNCLEAR,
    ),
    "quotes that swallow the proxy": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, 'for=6.6.6.6;x=", for="[2001:db8::9]"')],
        UNCLEAR,
    ),
    "an open line of the client": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, 'for=6.6.6.6;x="'), (FORWARDED, "for=203.0.113.9")],
        CLIENT,
    ),
    "an escaped mark": (ONE, "10.0.0.1", [(FORWARDED, 'x="\\"";for=203.0.113.9')], CLIENT),
    "Forwarded that tells other things": (
        ONE,
        "10.0.0.1",
        [(XFF, CLIENT), (FORWARDED, "proto=https;host=yacht.example.org")],
        CLIENT,
    ),
    "the last proxy does not tell": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=6.6.6.6, proto=https")],
        "10.0.0.1",
    ),
    "an empty for": (ONE, "10.0.0.1", [(XFF, CLIENT), (FORWARDED, 'for=""')], UNCLEAR),
    "for twice": (ONE, "10.0.0.1", [(FORWARDED, "for=6.6.6.6;for=203.0.113.9")], UNCLEAR),
    # X-Real-IP, and several headers
    "X-Real-IP": (ONE, "10.0.0.1", [(REAL, CLIENT)], CLIENT),
    "all agree": (
        ONE,
        "10.0.0.1",
        [(REAL, CLIENT), (XFF, f"{FORGED}, {CLIENT}"), (FORWARDED, f"for={CLIENT}")],
        CLIENT,
    ),
    "agree in other words": (
        ONE,
        "10.0.0.1",
        [(REAL, f"::ffff:{CLIENT}"), (XFF, f"{CLIENT}:80")],
        CLIENT,
    ),
    "nginx's is true, the list is forged": (
        ONE,
        "10.0.0.1",
        [(REAL, CLIENT), (XFF, FORGED)],
        UNCLEAR,
    ),
    "Caddy's is true, X-Real-IP is forged": (
        ONE,
        "10.0.0.1",
        [(REAL, FORGED), (XFF, CLIENT)],
        UNCLEAR,
    ),
    "Forwarded is forged": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=6.6.6.6"), (XFF, CLIENT)],
        UNCLEAR,
    ),
    "X-Real-IP twice": (ONE, "10.0.0.1", [(REAL, FORGED), (REAL, CLIENT)], UNCLEAR),
    "nginx behind a CDN": (
        CHAIN,
        "10.0.0.1",
        [(REAL, CDN), (XFF, f"{FORGED}, {CLIENT}, {CDN}")],
        CLIENT,
    ),
    "a forged list that lacks the CDN": (
        CHAIN,
        "10.0.0.1",
        [(REAL, CDN), (XFF, FORGED)],
        UNCLEAR,
    ),
    "hidden by the proxy, forged besides": (
        ONE,
        "10.0.0.1",
        [(FORWARDED, "for=_x"), (XFF, FORGED)],
        UNCLEAR,
    ),
    # Unix sockets
    "a Unix socket that is not named": (ONE, None, [(XFF, FORGED)], None),
    "a Unix socket": (("unix",), None, [(XFF, f"{FORGED}, {CLIENT}")], CLIENT),
    "a Unix socket, by loopback": (("loopback",), None, [(REAL, CLIENT)], CLIENT),
    "a Unix socket that says nothing": (("unix",), None, [], None),
    "a Unix socket without a clear client": (
        ("unix",),
        None,
        [(REAL, FORGED), (XFF, CLIENT)],
        UNCLEAR,
    ),
    # Words
    "loopback": (("loopback",), "127.0.0.53", [(XFF, CLIENT)], CLIENT),
    "loopback in IPv6": (("Loopback",), "::1", [(XFF, CLIENT)], CLIENT),
    "private": (("private",), "172.18.0.3", [(XFF, CLIENT)], CLIENT),
    "private is not loopback": (("private",), "127.0.0.1", [(XFF, FORGED)], "127.0.0.1"),
    "a network in IPv6 form": (("::ffff:10.0.0.0/104",), "10.0.0.1", [(XFF, CLIENT)], CLIENT),
}


@pytest.mark.parametrize("name", TABLE)
def test_it_finds_the_client(name: str) -> None:
    names, peer, headers, client = TABLE[name]
    assert asked(read_proxies(names), peer, headers)[0] == client


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        ("127.0.0.1", [(REAL, CLIENT)], CLIENT),
        ("172.18.0.3", [(REAL, CLIENT)], CLIENT),
        (None, [(REAL, CLIENT)], CLIENT),
        ("198.51.100.7", [(REAL, FORGED)], "198.51.100.7"),
        ("10.0.0.1", [(XFF, f"{FORGED}, {CLIENT}")], CLIENT),
        # Nobody in the proxy's own network chooses an address: one proxy, one step.
        ("10.0.0.1", [(XFF, f"{FORGED}, 10.0.0.8")], "10.0.0.8"),
        ("10.0.0.1", [(REAL, "10.0.0.8"), (XFF, FORGED)], UNCLEAR),
    ],
)
def test_it_trusts_one_private_proxy_with_the_setting_of_release_1(
    settings: Settings, peer: str | None, headers: list[Header], client: str
) -> None:
    settings.TRUSTED_PROXIES, settings.TRUST_PROXY = [], True
    assert asked(site_proxies(), peer, headers)[0] == client
    assert site_proxies() is NEAREST


@pytest.mark.parametrize(
    ("headers", "scheme"),
    [
        ([], None),
        ([(PROTO, "https")], "https"),
        ([(PROTO, "HTTPS")], "https"),
        ([(PROTO, "http")], "http"),
        ([(PROTO, "wss")], "https"),
        ([(PROTO, "ws")], "http"),
        ([(PROTO, "https, http")], "https"),
        ([(PROTO, "https"), (PROTO, "http")], "http"),
        ([(PROTO, "gopher")], "http"),
        ([(PROTO, "")], "http"),
        ([(FORWARDED, f"for={CLIENT};proto=https")], "https"),
        ([(FORWARDED, f"for={FORGED};proto=https, for={CLIENT};proto=http")], "http"),
        ([(FORWARDED, f"for={CLIENT};proto=https, for=10.0.0.2;proto=http")], "https"),
        ([(FORWARDED, f"for={CLIENT};proto=https"), (PROTO, "http")], "http"),
    ],
)
def test_it_finds_the_scheme(headers: list[Header], scheme: str | None) -> None:
    proxies = read_proxies(("10.0.0.0/24",))
    assert asked(proxies, "10.0.0.1", headers)[1] == scheme
    assert asked(proxies, CLIENT, headers)[1] is None


WRITES: Mapping[str, Any] = {
    XFF: lambda sent: ", ".join([*sent, CLIENT]),
    REAL: lambda _: CLIENT,
    FORWARDED: lambda sent: ", ".join([*sent, f'for="{CLIENT}:4711";proto=https']),
}
"""How proxies write each header, after what the client has sent in it."""
FORGERIES = (
    *(
        "6.6.6.6",
        "[6.6.6.6]",
        "6.6.6.6, 10.0.0.1",
        "10.0.0.1",
        "unknown",
        "",
        ",",
        '"',
        "for=6.6.6.6",
    ),
    *(
        'for="6.6.6.6',
        'for=6.6.6.6;x="',
        'for=6.6.6.6, for="',
        "for=6.6.6.6, for=10.0.0.1",
        "\\",
        "%",
    ),
)


@pytest.mark.parametrize(
    "written", [subset for size in (1, 2, 3) for subset in itertools.combinations(WRITES, size)]
)
@pytest.mark.parametrize("chains", [True, False])
def test_nobody_chooses_their_address(written: tuple[str, ...], chains: bool) -> None:
    """Whichever headers a proxy writes, appending or replacing, and whatever clients send."""
    proxies = Proxies(read_proxies(ONE).networks, chains=chains)
    others = [name for name in WRITES if name not in written]
    chance = random.Random(1)
    for _ in range(3000):
        sent = {name: [chance.choice(FORGERIES)] for name in WRITES if chance.random() < 0.6}
        headers = [(name, text) for name in others for text in sent.get(name, [])]
        for name in written:
            before = sent.get(name, []) if chance.random() < 0.7 else []
            if before and chance.random() < 0.3:
                headers += [(name, before[0]), (name, WRITES[name]([]))]
            else:
                headers.append((name, WRITES[name](before)))
        address, _ = asked(proxies, "10.0.0.1", headers)
        assert address in (CLIENT, UNCLEAR), headers
        if not any(sent.values()):
            assert address == CLIENT


def test_all_who_contradict_their_proxy_count_as_one() -> None:
    assert counting_address(UNCLEAR) == UNCLEAR != counting_address("unknown")


def test_no_header_is_an_error() -> None:
    proxies = read_proxies(("10.0.0.0/24", "unix"))
    chance = random.Random(2)
    texts = (
        *FORGERIES,
        "for=",
        "=",
        ";",
        "[",
        "]",
        "::",
        ":",
        "1.2.3.4:x",
        "\0",
        "\xff",
        'for="\\',
        "x" * 9000,
    )
    for _ in range(3000):
        headers = [
            (chance.choice((XFF, REAL, FORWARDED, PROTO)), "".join(chance.choices(texts, k=3)))
            for _ in range(3)
        ]
        asked(proxies, chance.choice(("10.0.0.1", None)), headers)


@pytest.mark.parametrize(
    "name", ["localhost", "10.0.0.1/8", "10.0.0", "*", "10.0.0.0/33", "proxy.example.org"]
)
def test_it_says_which_proxy_it_cannot_read(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES has"):
        read_proxies((name,))


def test_it_warns_once_of_a_proxy_that_is_not_trusted(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    for peer in ("203.0.113.1", "172.18.0.2", "172.18.0.2", "127.0.0.1"):
        asked(proxies, peer, [(XFF, CLIENT)])
    assert [(line.levelno, "172.18.0.2" in line.message) for line in caplog.records] == [
        (logging.WARNING, True)
    ]


def test_it_warns_once_of_headers_that_contradict_each_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    proxies = read_proxies(ONE)
    for _ in range(3):
        asked(proxies, "10.0.0.1", [(XFF, CLIENT), (REAL, FORGED)])
    assert ["contradict" in line.message for line in caplog.records] == [True]


@pytest.mark.parametrize(
    ("kind", "schemes"), [("http", ("https", "http")), ("websocket", ("wss", "ws"))]
)
async def test_it_puts_the_client_in_place_of_the_proxy(
    settings: Settings, kind: str, schemes: tuple[str, str]
) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.1"]
    seen: list[dict[str, Any]] = []

    async def inner(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope)

    secure, plain = schemes
    headers = [(b"x-forwarded-for", CLIENT.encode()), (b"x-forwarded-proto", b"https")]
    for peer in ("10.0.0.1", "10.0.0.2"):
        scope = {"type": kind, "client": [peer, 5], "scheme": plain, "headers": headers}
        await BehindProxies(inner)(scope, None, None)
    assert [(each["client"][0], each["scheme"]) for each in seen] == [
        (CLIENT, secure),
        ("10.0.0.2", plain),
    ]


@pytest.mark.parametrize("name", TABLE)
async def test_pages_and_sockets_agree(name: str, settings: Settings) -> None:
    names, peer, headers, client = TABLE[name]
    settings.TRUSTED_PROXIES, settings.TRUST_PROXY = list(names), False
    seen: list[str | None] = []

    async def inner(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(peer_of(scope))

    raw = [(each.encode(), value.encode("latin1")) for each, value in headers]
    for kind, scheme in (("http", "http"), ("websocket", "ws")):
        scope = {"type": kind, "client": peer and [peer, 5], "scheme": scheme, "headers": raw}
        await BehindProxies(inner)(scope, None, None)
    assert seen == [client, client]


def test_hundreds_of_lines_are_not_compared_each_with_each() -> None:
    looked = 0

    class Counted(frozenset[Any]):
        def __contains__(self, item: object) -> bool:
            nonlocal looked
            looked += 1
            return super().__contains__(item)

        def __iter__(self) -> Iterator[Any]:
            nonlocal looked
            looked += 1
            return super().__iter__()

    claims = [
        Claim(ip_address(f"10.0.{number // 250}.{number % 250}"), None, Counted(), is_open=True)
        for number in range(500)
    ]
    claims = [claim._replace(passed=Counted([claim.address])) for claim in claims]
    assert len(NEAREST._agreed(claims)) == len(claims)
    assert looked <= 2 * len(claims)


def test_it_trusts_nobody_without_a_setting(settings: Settings) -> None:
    settings.TRUSTED_PROXIES, settings.TRUST_PROXY = [], False
    assert site_proxies() is NO_PROXIES
    assert not site_proxies()
