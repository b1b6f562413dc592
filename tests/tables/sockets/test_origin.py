"""Only our own pages may open a socket."""

import pytest
from pytest_django.fixtures import Settings

from games.assembly.routing.routing import is_own_origin
from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient
from tests.support.people import open_room

OWN = (b"host", b"testserver")


async def connect_from(alice: User, *headers: tuple[bytes, bytes]) -> AsgiClient:
    room = await in_database(lambda: open_room(alice))
    return await AsgiClient(f"/ws/v1/rooms/{room.code}/", headers=list(headers)).open()


@pytest.mark.parametrize("origin", [b"http://testserver", b"http://TestServer"])
async def test_it_lets_its_own_pages_in(hubs: Hubs, alice: User, origin: bytes) -> None:
    client = await connect_from(alice, OWN, (b"origin", origin))
    assert client.frames[0]["type"] == "welcome"


@pytest.mark.parametrize(
    "origin",
    [
        b"http://elsewhere.example",
        b"null",
        b"",
        b"https://testserver",
        b"http://testserver:8001",
        b"http://testserver.elsewhere.example",
        b"http://elsewhere-testserver",
        b"http://testserver@elsewhere.example",
        b"file://testserver",
        b"http://[",
        b"http://testserver\xff",
    ],
)
async def test_it_refuses_before_it_accepts(hubs: Hubs, alice: User, origin: bytes) -> None:
    client = await connect_from(alice, OWN, (b"origin", origin))
    assert (client.accepted, client.closed, client.frames) == (False, 4403, [])


@pytest.mark.parametrize("proto", [b"https", b"https, http"])
async def test_it_compares_the_scheme_that_the_trusted_proxy_has_seen(
    hubs: Hubs, alice: User, settings: Settings, proto: bytes
) -> None:
    settings.TRUSTED_PROXIES = ["loopback"]
    over_tls = [OWN, (b"x-forwarded-proto", proto)]
    client = await connect_from(alice, *over_tls, (b"origin", b"https://testserver"))
    assert client.frames[0]["type"] == "welcome"
    client = await connect_from(alice, *over_tls, (b"origin", b"http://testserver"))
    assert (client.accepted, client.closed) == (False, 4403)


async def test_it_believes_no_visitor_who_claims_to_use_tls(hubs: Hubs, alice: User) -> None:
    claim = [OWN, (b"x-forwarded-proto", b"https"), (b"origin", b"https://testserver")]
    client = await connect_from(alice, *claim)
    assert (client.accepted, client.closed) == (False, 4403)


async def test_it_knows_tls_that_the_server_itself_speaks(alice: User) -> None:
    scope = {"headers": [OWN, (b"origin", b"https://testserver")], "scheme": "wss"}
    assert is_own_origin(scope)
    assert not is_own_origin({**scope, "scheme": "ws"})


async def test_it_refuses_a_page_that_does_not_say_where_it_is_from(
    hubs: Hubs, alice: User
) -> None:
    client = await connect_from(alice, OWN)
    assert (client.accepted, client.closed) == (False, 4403)


@pytest.mark.parametrize("host", [b"elsewhere.example", b"", b"[", b"a b"])
async def test_it_refuses_hosts_that_are_not_its_own(hubs: Hubs, alice: User, host: bytes) -> None:
    client = await connect_from(alice, (b"host", host), (b"origin", b"http://" + host))
    assert (client.accepted, client.closed) == (False, 4403)


async def test_it_lets_in_the_pages_of_a_trusted_origin(
    hubs: Hubs, alice: User, settings: Settings
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://yacht.example"]
    client = await connect_from(alice, OWN, (b"origin", b"https://yacht.example"))
    assert client.frames[0]["type"] == "welcome"


@pytest.mark.parametrize(
    "path",
    ["/ws/v1/rooms/nosuchroom/", "/ws/v2/rooms/abc/", "/", "/ws/v1/rooms/A!/", "/ws/v1/rooms/\0/"],
)
async def test_it_accepts_and_then_closes_where_there_is_no_room(hubs: Hubs, path: str) -> None:
    headers = [OWN, (b"origin", b"http://testserver")]
    client = await AsgiClient(path, headers=headers).open()
    assert (client.accepted, client.closed) == (True, 4404)


@pytest.mark.parametrize("cookie", ["", "x", "a\0bcdefghij", "ä" * 32, "a" * 3000, '"', "a b c"])
async def test_it_treats_odd_cookies_as_no_session(
    hubs: Hubs, alice: User, caplog: pytest.LogCaptureFixture, cookie: str
) -> None:
    room = await in_database(lambda: open_room(alice))
    headers = [OWN, (b"origin", b"http://testserver")]
    headers.append((b"cookie", f"sessionid={cookie}".encode("latin1")))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/", headers=headers).open()
    assert client.frames[0]["you"] == {"player": None, "name": None, "guest": False}
    assert caplog.records == []
