""" "Same dice": from the page of a finished game to a new table."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Room, SeatAnalysis, User
from games.site.study.analysis.game_analysis import analyse_game
from tests.fixtures import As, OpenRoom
from tests.support.played import begin, play_out
from tests.support.reading import plain

pytestmark = pytest.mark.registered


def test_it_opens_a_table_with_one_tap(
    alice: User, bob: User, charlie: User, signed_in: As, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    browser = signed_in(charlie)
    page = plain(browser.get(f"/g/{game.code}/").content.decode())
    assert f'action="/g/{game.code}/again"' in page
    assert "Play Bob’s dice" in page
    answer = browser.post(f"/g/{game.code}/again", {"seat": "1"})
    room = Room.objects.get(host=charlie)
    assert answer["Location"] == f"/r/{room.code}/"
    assert room.game is not None
    assert room.game.replay
    again = play_out(room.game)
    text = browser.get(f"/g/{again.code}/").content.decode()
    assert f'href="/g/{game.code}/"' in text
    before, now = game.scorecards.get(seat=1).total, again.scorecards.get().total
    assert f">{before}</b> points" in text
    assert analyse_game(again.pk)
    perfect = SeatAnalysis.objects.get(game=again).data["perfect"]
    text = browser.get(f"/g/{again.code}/").content.decode()
    assert f">{round(100 * before / perfect)}%</b> of perfect play then" in text
    assert f">{round(100 * now / perfect)}%</b> now" in text


def test_it_needs_a_name_and_a_finished_game(
    alice: User, bob: User, signed_in: As, outsider: Client, new_room: OpenRoom
) -> None:
    game = begin(new_room(alice), alice, bob)
    browser = signed_in(alice)
    for seat in ("0", "9", "x", "-1"):
        assert browser.post(f"/g/{game.code}/again", {"seat": seat}).status_code == 404
    assert browser.get(f"/g/{game.code}/again").status_code == 405
    play_out(game)
    assert "/sign-in/" in outsider.post(f"/g/{game.code}/again")["Location"]
    assert "choose a name" in outsider.get(f"/g/{game.code}/").content.decode()


def test_it_is_limited(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom, settings: Settings
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    settings.LIMITS = {**settings.LIMITS, "room": (1, 3600)}
    browser = signed_in(alice)
    statuses = [browser.post(f"/g/{game.code}/again", {"seat": "0"}).status_code for _ in range(2)]
    assert statuses == [302, 429]
