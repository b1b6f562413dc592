"""Which rooms may be opened in turns and in rounds."""

from typing import Any

import pytest

from games.models import Room, User
from games.tables.rooms import opening
from games.tables.rooms.loading import load_room
from tests.support.people import begun, open_room


def test_rounds_have_up_to_sixteen_seats(alice: User) -> None:
    assert open_room(alice, 16, mode="rounds", clock=30).seats.count() == 16
    with pytest.raises(ValueError, match="16 seats"):
        open_room(alice, 17, mode="rounds", clock=30)


@pytest.mark.parametrize("rules", [{}, {"mode": "rounds", "rated": True}])
def test_other_rooms_have_up_to_eight_seats(alice: User, rules: dict[str, Any]) -> None:
    assert open_room(alice, 8, clock=30, **rules).seats.count() == 8
    with pytest.raises(ValueError, match="8 seats"):
        open_room(alice, 9, clock=30, **rules)


def test_rounds_need_a_clock(alice: User) -> None:
    with pytest.raises(ValueError, match="clock"):
        opening.open_room(alice, "yacht", {}, 2, None, False, mode="rounds")
    assert not Room.objects.exists()


def test_its_games_and_its_view_have_its_mode(alice: User, bob: User) -> None:
    for mode in ("turns", "rounds"):
        room = open_room(alice, 2, mode=mode, clock=30)
        assert begun(room, alice, bob).mode == mode
        found = load_room(room.code)
        assert found is not None
        assert (found.view.mode == "rounds") is (mode == "rounds")
