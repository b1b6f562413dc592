"""The name that a player gives to house rules: who sees it, and who takes it away."""

import pytest

from games.models import KeptRules, Room, User
from games.site.study.house_rules import kept
from games.site.study.house_rules.personal import export
from games.tables.rooms import room_view
from tests.fixtures import As
from tests.support.people import account, open_room
from tests.support.played import finished_game

TEXT = "yatzy+bonus-100"
NAME = "Grandma’s rules"
TABLES = {
    "among friends": {},
    "public": {"public": True},
    "strangers": {"strangers": True},
}
pytestmark = pytest.mark.registered


def name_at(room: Room) -> str:
    """The name of the game at a table and on its screen."""
    found = room_view.with_newest_line(Room.objects.filter(pk=room.pk)).get()
    return room_view.loaded(found, []).view.variant.name


def keep(player: User, shown: bool | None) -> KeptRules:
    return KeptRules.objects.create(player=player, name=NAME, text=TEXT, shown=shown)


def staff(player: User) -> User:
    User.objects.filter(pk=player.pk).update(desk_role="moderator")
    return User.objects.get(pk=player.pk)


@pytest.mark.parametrize("shown", [None, False, True])
@pytest.mark.parametrize("table", TABLES)
def test_friends_see_it_at_the_table_and_in_the_history(
    alice: User, bob: User, signed_in: As, table: str, shown: bool | None
) -> None:
    keep(alice, shown)
    room = open_room(alice, variant=TEXT)
    Room.objects.filter(pk=room.pk).update(**TABLES[table])
    is_seen = table == "among friends" and shown is True
    assert (NAME in name_at(room)) == is_seen
    game = finished_game(alice, bob, variant=TEXT)
    assert game.room is not None
    Room.objects.filter(pk=game.room.pk).update(**TABLES[table])
    page = signed_in(bob).get(f"/g/{game.code}/").content.decode()
    assert (NAME in page) == is_seen
    # No one else's rules, and no official game.
    assert NAME not in name_at(open_room(bob, variant=TEXT))
    assert NAME not in name_at(open_room(alice, variant="yatzy"))


def test_the_editor_keeps_it_and_goes_on_to_a_table(alice: User, signed_in: As) -> None:
    browser, path = signed_in(alice), f"/rules/x/{TEXT}/keep/"
    table = "/new/?variant=yatzy%2Bbonus-100"
    assert browser.post(path, {"play": "on", "name": " "})["Location"] == table
    assert not KeptRules.objects.exists()
    assert browser.post(path, {"play": "on", "name": NAME})["Location"] == table
    assert KeptRules.objects.get().shown
    assert (
        f'value="{NAME}"'
        in browser.get(f"/rules/x/?from={TEXT.replace('+', '%2B')}").content.decode()
    )


@pytest.mark.parametrize("play", [{"play": "on"}, {}])
@pytest.mark.parametrize(("text", "name"), [(TEXT, "www.example.org"), (TEXT, "mail@example.org")])
def test_a_refused_name_stays_in_the_field(
    alice: User, signed_in: As, text: str, name: str, play: dict[str, str]
) -> None:
    browser, path = signed_in(alice), f"/rules/x/{text}/keep/"
    answer = browser.post(path, {"name": name, **play})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'value="{name}"' in page
    assert 'role="alert"' in page
    assert not KeptRules.objects.exists()
    # What a reload asks for.
    assert browser.get(path)["Location"] == f"/rules/x/{text}/"


def test_official_rules_get_no_other_name(alice: User, signed_in: As) -> None:
    answer = signed_in(alice).post("/rules/x/yatzy/keep/", {"play": "on", "name": NAME})
    assert answer.status_code == 422
    assert "Official games keep their names." in answer.content.decode()
    assert not KeptRules.objects.exists()


@pytest.mark.parametrize("shown", [None, False, True])
def test_keeping_again_shows_it_unless_it_was_taken_away(alice: User, shown: bool | None) -> None:
    row = keep(alice, shown)
    kept.keep(alice, NAME, kept.kept_rules(alice)[0][1])
    row.refresh_from_db()
    assert row.shown == (shown is not False)
    told = export(alice)
    assert told["house_rules"] == {NAME: TEXT}
    assert told["house_rules_shown"] == ([] if shown is False else [NAME])


def test_a_moderator_takes_it_away(alice: User, bob: User, signed_in: As) -> None:
    row, room = keep(alice, shown=True), open_room(alice, variant=TEXT)
    path, before = f"/desk/players/{alice.pk}/", room.rev
    moderator = staff(account("Dora"))
    browser = signed_in(moderator)
    assert NAME in browser.get(path).content.decode()
    browser.post(path, {"rules": row.pk})
    assert NAME not in name_at(room)
    assert Room.objects.get(pk=room.pk).rev > before, "other processes read it again"
    assert NAME not in browser.get(path).content.decode()
    assert "name of rules taken" in browser.get("/desk/audit/").content.decode()
    assert kept.kept_rules(alice)[0][0] == NAME, "its owner keeps it"
    # Twice, or for somebody else's rules: refused.
    assert browser.post(path, {"rules": row.pk}).status_code >= 400 or not row.shown
    own = keep(moderator, shown=True)
    browser.post(f"/desk/players/{moderator.pk}/", {"rules": own.pk})
    browser.post(f"/desk/players/{bob.pk}/", {"rules": own.pk})
    own.refresh_from_db()
    assert own.shown, "nobody decides about themselves"
