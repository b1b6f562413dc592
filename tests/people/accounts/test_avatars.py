"""The pictures of players."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from games.models import Room, User
from games.people.accounts.avatars import (
    DRAWINGS,
    LETTERS,
    UnknownAvatar,
    avatar_of,
    flags_of,
    save_avatar,
)
from games.people.accounts.bot_accounts import DEFAULT_BOTS, find_bot
from games.tables.rooms.loading import load_room
from tests.fixtures import As, OpenRoom

pytestmark = pytest.mark.registered

IMG = Path(settings.BASE_DIR) / "static/img"
SPRITE = (IMG / "avatars.svg").read_text()


def drawn(of: User | str) -> list[str]:
    """Return the addresses of the pictures that the template tag draws."""
    html = Template("{% load avatars %}{% avatar of %}").render(Context({"of": of}))
    return re.findall(r'src="([^"]+)"', html)


def test_the_sprite_has_a_flag_for_every_letter_and_every_drawing() -> None:
    assert set(re.findall(r'<view id="([^"]+)"', SPRITE)) == set(LETTERS) | set(DRAWINGS)
    assert len(DRAWINGS) == 24
    assert "<script" not in SPRITE
    assert "href" not in SPRITE


def test_it_begins_with_the_flag_of_the_name() -> None:
    assert flags_of("Alice", 5)[0] == "A"
    assert flags_of("élodie", 5)[0] == "E"
    for name in ("名前", "7up", "🎲 Bob", ""):
        assert flags_of(name, 5)[0] in LETTERS


def test_it_gives_players_of_one_name_different_second_flags() -> None:
    seconds = {flags_of("Alice", number)[1] for number in range(1, 400)}
    assert seconds == set(LETTERS) - {"A"}
    assert flags_of("Alice", 5) == flags_of("alice", 5)


def test_it_draws_flags_or_the_drawing_that_an_account_chose(alice: User) -> None:
    flags = [f"/static/img/avatars.svg#{letter}" for letter in flags_of("Alice", alice.pk)]
    assert len(flags) == 2
    assert drawn(alice) == flags
    save_avatar(alice, "whale")
    assert drawn(alice) == ["/static/img/avatars.svg#whale"]
    save_avatar(alice, "")
    assert drawn(alice) == flags
    with pytest.raises(UnknownAvatar):
        save_avatar(alice, "shark")


@pytest.mark.django_db
def test_it_draws_the_faces_of_bots() -> None:
    for persona in DEFAULT_BOTS:
        bot = User.objects.get(pk=find_bot(persona))
        assert avatar_of(bot) == f"bot-{persona}"
        assert drawn(bot) == [f"/static/img/bots.svg#{persona}"]
        assert f'<view id="{persona}"' in (IMG / "bots.svg").read_text()


def test_everybody_at_the_table_sees_a_new_one(
    alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    before = load_room(room.code)
    assert before is not None
    assert before.view.seats[0].avatar == flags_of("Alice", alice.pk)
    browser = signed_in(alice)
    assert browser.post("/settings/avatar", {"avatar": "crab"})["Location"] == "/settings/"
    after = load_room(room.code)
    assert after is not None
    assert [seat.avatar for seat in after.view.seats] == ["crab", None]
    assert after.rev > before.rev
    assert 'value="crab" checked' in browser.get("/settings/").content.decode()


@pytest.mark.parametrize("sent", ["shark", "<b>", "KP", "x" * 5000])
def test_it_takes_only_the_drawings_it_knows(sent: str, alice: User, signed_in: As) -> None:
    assert signed_in(alice).post("/settings/avatar", {"avatar": sent}).status_code == 302
    alice.refresh_from_db()
    assert alice.avatar == ""


def test_a_guest_has_signal_flags_only(guest: User, signed_in: As) -> None:
    signed_in(guest).post("/settings/avatar", {"avatar": "crab"})
    guest.refresh_from_db()
    assert guest.avatar == ""
    assert Room.objects.count() == 0
