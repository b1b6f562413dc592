"""Programs open sockets with a token instead of a cookie."""

import pytest
from pytest_django.fixtures import Settings

from games.models import User
from games.people.accounts.tokens import begin_session
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import HOST, AsgiClient
from tests.support.people import cookie_of, open_room

ORIGIN = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]


def bearer(token: str) -> list[tuple[bytes, bytes]]:
    return [*ORIGIN, (b"authorization", f"Bearer {token}".encode("latin1"))]


async def test_it_knows_a_program_by_its_token(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    token = await in_database(lambda: begin_session(alice))
    tab = await AsgiClient(f"/ws/v1/rooms/{room.code}/", headers=bearer(token)).open()
    assert tab.frames[0]["you"]["player"] == alice.pk
    assert (await tab.ask("close", seat=1))["type"] == "ack"


async def test_a_change_of_the_secret_key_ends_tokens(
    hubs: Hubs, alice: User, settings: Settings
) -> None:
    room = await in_database(lambda: open_room(alice))
    token = await in_database(lambda: begin_session(alice))
    settings.SECRET_KEY = "another key"
    tab = await AsgiClient(f"/ws/v1/rooms/{room.code}/", headers=bearer(token)).open()
    assert tab.frames[0]["you"]["player"] is None


@pytest.mark.parametrize("token", ["", "x", "a\0bcdefghij", "ä" * 32, "a" * 3000])
async def test_it_ignores_the_cookie_of_who_sends_a_token(
    hubs: Hubs, alice: User, token: str
) -> None:
    # A wrong token is nobody's; it does not fall back to the cookie.
    room = await in_database(lambda: open_room(alice))
    cookie = await in_database(lambda: cookie_of(alice))
    tab = await AsgiClient(f"/ws/v1/rooms/{room.code}/", cookie, bearer(token)).open()
    assert tab.frames[0]["you"]["player"] is None


async def test_it_needs_the_origin_of_the_site_with_a_token_too(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    token = await in_database(lambda: begin_session(alice))
    headers = [header for header in bearer(token) if header[0] != b"origin"]
    tab = await AsgiClient(f"/ws/v1/rooms/{room.code}/", headers=headers).open()
    assert (tab.accepted, tab.closed) == (False, 4403)
