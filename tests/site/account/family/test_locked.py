"""No page and no socket brings text of a stranger to a locked player."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.core.protocol.errors import Refused
from games.models import Challenge, FamilyMember, Room, Tournament, User
from games.people.conduct.contact import note_change, welcome
from games.people.family import device
from games.platform.database.threads import in_database
from games.site.account.family.locking import set_lock
from games.tables.live.registry import Hubs
from games.tables.matchmaking.challenges import challenge
from games.tables.rooms import chat, seating
from games.tables.rooms.game_settings import GameSettings
from games.tables.rooms.opening import open_room
from tests.support.client import Client as WebsocketClient
from tests.support.client import visit
from tests.support.people import PASSWORD, account, playing
from tests.support.people import open_room as table_of

CANARY = "Zephyrine"
LINE = "meet me at zephyrine park"
SETTINGS = GameSettings("yacht", {}, None, False)


def names_of_routes() -> Iterator[tuple[str, list[str]]]:
    """Each route of the site with the parameters of its address; without the admin."""

    def walk(patterns: list[Any]) -> Iterator[URLPattern]:
        for each in patterns:
            if isinstance(each, URLResolver):
                if each.app_name != "admin":
                    yield from walk(each.url_patterns)
            elif each.name:
                yield each

    for pattern in walk(get_resolver().url_patterns):
        yield str(pattern.name), list(pattern.pattern.converters)


def addresses(room: Room, event: Tournament) -> list[str]:
    """The address of every page that the values below fit."""
    assert room.game is not None
    values: dict[str, list[Any]] = {
        "code": [room.code, room.game.code, event.code],
        "name": [CANARY],
        "variant": ["yacht"],
        "game": [room.game.code],
        "number": [1],
        "case_id": [1],
        "sanction_id": [1],
        "appeal_id": [1],
        "player_id": [1],
        "day": ["2026-01-01"],
        "verb": ["mute"],
        "token": ["x"],
        "language": ["en"],
    }
    found = []
    for route, parameters in names_of_routes():
        for code in values["code"]:
            chosen = {p: code if p == "code" else values.get(p, ["x"])[0] for p in parameters}
            try:
                found.append(reverse(route, kwargs=chosen))
            except Exception:
                continue
    return sorted(set(found))


@pytest.fixture
def stranger(db: None) -> User:
    return account(CANARY)


@pytest.fixture
def scene(stranger: User, alice: User) -> tuple[Room, Tournament]:
    """A game with the stranger, whose chat, event and challenge there are, too."""
    room = playing(stranger, alice)
    chat.say(room.pk, stranger.pk, "k1", LINE)
    event = Tournament.objects.create(
        kind="arena",
        name=f"{CANARY} cup",
        host=stranger,
        variant="yacht",
        switches={},
        clock=60,
        seats=2,
        rated=False,
        starts_at="2026-01-01T00:00Z",
        ends_at="2036-01-01T00:00Z",
    )
    challenge(stranger.pk, alice, SETTINGS)
    open_room(stranger, "yacht", {}, 2, None, public=True)
    return room, event


def canaries(browser: Client, paths: list[str]) -> set[str]:
    """The addresses whose answers name the stranger, though the address itself does not count."""
    found = set()
    for path in paths:
        answer = browser.get(path)
        if answer.streaming:
            continue
        text = answer.content.decode(errors="replace").casefold()
        if CANARY.casefold() in text.replace(path.casefold(), ""):
            found.add(path)
    return found


@pytest.mark.registered
@pytest.mark.parametrize("lock", ["account", "device"])
def test_no_page_names_a_stranger(
    scene: tuple[Room, Tournament], alice: User, lock: str, signed_in: Any
) -> None:
    paths = addresses(*scene)
    assert len(paths) > 90
    browser = signed_in(alice)
    seen = canaries(browser, paths)
    assert len(seen) >= 8, "without a lock the stranger is on many pages"
    if lock == "account":
        set_lock(alice, True)
    else:
        browser.post("/settings/family/", {"code": "1234"})
        assert device.COOKIE in browser.cookies
    assert canaries(browser, paths) == set()


@pytest.mark.registered
def test_no_page_has_a_later_name_of_somebody_of_the_family(
    scene: tuple[Room, Tournament], stranger: User, alice: User, signed_in: Any
) -> None:
    paths = addresses(*scene)
    set_lock(alice, True)
    User.objects.filter(pk=stranger.pk).update(name="Bobby")
    welcome(User.objects.get(pk=alice.pk), User.objects.get(pk=stranger.pk))
    User.objects.filter(pk=stranger.pk).update(name=CANARY)
    browser = signed_in(alice)
    assert "Bobby" in browser.get("/settings/family/").content.decode()
    assert canaries(browser, paths) == set()


@pytest.mark.parametrize("seated", [True, False])
async def test_no_frame_of_a_table_names_a_stranger(
    hubs: Hubs, alice: User, bob: User, seated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All clients of a test must have the same view, except for the names here.
    monkeypatch.setattr(WebsocketClient, "_compare_view", lambda self: None)

    def prepare() -> tuple[User, Room]:
        other = account(CANARY)
        room = playing(other, alice) if seated else playing(other, bob)
        chat.say(room.pk, other.pk, "k1", LINE)
        User.objects.filter(pk=alice.pk).update(locked=True)
        note_change([alice.pk])
        return other, room

    stranger, room = await in_database(prepare)
    other, mine = await visit(room, stranger), await visit(room, alice)
    await other.ask("chat", text=LINE)
    await other.ask("react", reaction="clap")
    await mine.hear("reaction")
    await other.roll()
    await mine.hear("update", seq=2)
    await mine.ask("sync")
    text = str(mine.frames).casefold()
    assert CANARY.casefold() not in text
    assert "Player 1" in str(mine.frames)
    assert "chat" not in {frame["type"] for frame in mine.frames}
    assert CANARY.casefold() in str(other.frames).casefold()
    refused = await mine.ask("chat", text="hello")
    assert refused["code"] == "forbidden"


@pytest.mark.registered
def test_strangers_cannot_reach_a_locked_player(alice: User, bob: User) -> None:
    set_lock(alice, True)
    for asked in (alice, User.objects.get(pk=alice.pk)):
        asked.refresh_from_db()
        with pytest.raises(Refused, match="not available"):
            challenge(bob.pk, asked, SETTINGS)
    assert not Challenge.objects.exists()
    locked = User.objects.get(pk=alice.pk)
    assert not open_room(locked, "yacht", {}, 2, None, public=True).public
    public = open_room(bob, "yacht", {}, 2, None, public=True)
    with pytest.raises(Refused, match="private tables only"):
        seating.sit(public.pk, alice.pk, None, None)


@pytest.mark.registered
def test_who_comes_by_a_link_of_the_locked_player_is_family(
    alice: User, bob: User, charlie: User
) -> None:
    set_lock(alice, True)
    mine = table_of(User.objects.get(pk=alice.pk), seats=3)
    seating.sit(mine.pk, bob.pk, None, None)
    theirs = table_of(charlie, seats=3)
    seating.sit(theirs.pk, alice.pk, None, None)
    assert list(FamilyMember.objects.values_list("owner", "member")) == [(alice.pk, bob.pk)]


@pytest.mark.registered
def test_only_the_password_turns_the_lock_off(alice: User, signed_in: Any) -> None:
    browser = signed_in(alice)
    browser.post("/settings/family/")
    assert User.objects.get(pk=alice.pk).locked
    wrong = browser.post("/settings/family/unlock", {"password": "guess"})
    assert wrong.status_code == 422
    for path in ("/account/name/", "/account/email/", "/account/password/", "/account/delete/"):
        assert browser.post(path, {"name": "Free"}).status_code == 403
    assert browser.post("/sign-out/").status_code == 403
    for _ in range(12):
        answer = browser.post("/settings/family/unlock", {"password": "guess"})
    assert answer.status_code == 429
    assert User.objects.get(pk=alice.pk).locked


@pytest.mark.registered
def test_the_right_password_turns_it_off(alice: User, signed_in: Any) -> None:
    browser = signed_in(alice)
    browser.post("/settings/family/")
    assert browser.post("/settings/family/unlock", {"password": PASSWORD}).status_code == 302
    assert not User.objects.get(pk=alice.pk).locked


def test_a_code_locks_a_device_for_everybody_on_it(client: Client, alice: User) -> None:
    assert client.post("/settings/family/", {"code": "12"}).status_code == 422
    client.post("/settings/family/", {"code": "1234"})
    assert client.get("/leaderboards/").status_code == 403
    assert client.get("/api/v1/leaderboards/yacht").status_code == 404
    assert "What do you want to play?" in client.get("/").content.decode()
    # A second code does not replace the first one.
    client.post("/settings/family/", {"code": "9999"})
    assert client.post("/settings/family/unlock", {"code": "9999"}).status_code == 422
    assert client.post("/settings/family/unlock", {"code": "1234"}).status_code == 302
    assert client.get("/leaderboards/").status_code == 200


@pytest.mark.registered
def test_a_locked_player_has_no_public_profile(alice: User, client: Client) -> None:
    assert client.get("/@Alice/").status_code == 200
    set_lock(alice, True)
    assert client.get("/@Alice/").status_code == 404
    assert client.get("/api/v1/players/Alice").status_code == 404
