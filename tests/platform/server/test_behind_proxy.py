"""What the server counts of clients behind a trusted proxy, and of those who come without it."""

import asyncio

import pytest

from games.platform.limits.proxies import NO_PROXIES, Proxies, read_proxies
from games.platform.server.clients import OpenConnections, ServerCounts
from tests.platform.server.process import frame, serving

PROXY, OTHER = "127.0.0.1", "127.0.0.9"
SOCKETS = FRAMES = 20
"""Each sends as many frames as its own limit allows; together they are over that of an address."""


@pytest.mark.parametrize(
    ("source", "visitors", "floods"),
    [
        (PROXY, 1, {"too many frames from one address"}),
        (PROXY, SOCKETS, set()),
        # Without the proxy, a client is who is connected, whatever it says.
        (OTHER, SOCKETS, {"too many frames from one address"}),
    ],
)
async def test_it_counts_the_frames_of_each_visitor(
    source: str, visitors: int, floods: set[str]
) -> None:
    async with serving(trusted_proxies=[PROXY]) as server:
        sockets = [
            await server.raw(
                "/quick", source, f"X-Forwarded-For: 6.6.6.6, 198.51.100.{number % visitors}\r\n"
            )
            for number in range(SOCKETS)
        ]
        for _ in range(FRAMES):
            for _, writer in sockets:
                writer.write(frame(0x81, b"x"))
            await asyncio.sleep(0)
        counts = await server.counts()
        while not counts["floods"] and counts["frames"] < SOCKETS * FRAMES:
            counts = await server.counts()
        assert counts["floods"].keys() == floods
        for _, writer in sockets:
            writer.close()


def connections(proxies: Proxies) -> OpenConnections:
    """The connections of a process where one address may have two."""
    return OpenConnections(1000, 2, ServerCounts(), proxies)


@pytest.mark.parametrize(
    ("proxies", "host", "admitted"),
    [
        (NO_PROXIES, "10.0.0.1", 2),
        (read_proxies(["10.0.0.1"]), "10.0.0.1", 50),
        (read_proxies(["10.0.0.1"]), "::ffff:10.0.0.1", 50),
        # One who goes around the proxy has the limit of an address.
        (read_proxies(["10.0.0.1"]), "203.0.113.9", 2),
        (read_proxies(["unix"]), "", 50),
        (NO_PROXIES, "", 50),
    ],
)
def test_it_limits_the_connections_of_addresses_but_not_of_proxies(
    proxies: Proxies, host: str, admitted: int
) -> None:
    counted = connections(proxies)
    assert [counted.admit(host) for _ in range(50)].count(True) == admitted
    for _ in range(admitted):
        counted.release(host)
