"""What the room of a game refuses, beside the rules of the game."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import UNSET

from games.core.engine import AutoPlay, Back, Resign, Roll
from games.core.engine.actions import Action
from games.core.protocol.errors import ErrorCode, Refused
from games.tables.rooms.permissions import AWAY_S, check_action, check_hint, check_selection
from tests.support.clock import FakeClock


def room(rated: bool = False, tournament: object = UNSET, holiday: object = UNSET) -> Any:
    seats = [SimpleNamespace(player=11, holiday=UNSET), SimpleNamespace(player=12, holiday=holiday)]
    return SimpleNamespace(rated=rated, tournament=tournament, seats=seats)


def game(mode: str = "turns", share: str = "") -> Any:
    """Return a game of players 11 and 12 where seat 0 is in its third turn."""
    seats = [SimpleNamespace(player=11 + n, turn=SimpleNamespace(number=3 - n)) for n in (0, 1)]
    return SimpleNamespace(code="g", mode=mode, share=share, seats=seats, acting=(0,))


def refusal(check: Callable[[], None]) -> str | None:
    try:
        check()
    except Refused as refused:
        return refused.code
    return None


FORBIDDEN, NOT_FOUND = ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND
NOT_YOUR_TURN, STALE = ErrorCode.NOT_YOUR_TURN, ErrorCode.STALE


@pytest.mark.parametrize(
    ("action", "tournament", "share", "away_s", "expected"),
    [
        (Roll(1, 0), UNSET, "", 0.0, None),
        (Roll(1, 0), "t", "dice", 0.0, None),
        (Back(), "t", "dice", 0.0, None),
        (Resign(), UNSET, "", 0.0, None),
        (Resign(), "t", "", 0.0, None),
        (Resign(), UNSET, "dice", 0.0, None),
        (Resign(), "t", "dice", 0.0, FORBIDDEN),
        (AutoPlay(1), UNSET, "", 0.0, FORBIDDEN),
        (AutoPlay(1), UNSET, "", AWAY_S - 0.1, FORBIDDEN),
        (AutoPlay(1), UNSET, "", AWAY_S, None),
        (AutoPlay(2), UNSET, "", AWAY_S, NOT_FOUND),
    ],
)
def test_it_refuses_actions_that_the_room_does_not_allow(
    action: Action, tournament: object, share: str, away_s: float, expected: ErrorCode | None
) -> None:
    away = {11: 0.0, 12: away_s}
    state = game(share=share)
    view = room(tournament=tournament)
    check = partial(check_action, view, state, action, away.__getitem__)
    assert refusal(check) == expected


@pytest.mark.parametrize(
    ("begins", "ends", "expected"),
    [(-2, -1, None), (-1, 0, None), (0, 1, FORBIDDEN), (-1, 1, FORBIDDEN), (1, 2, None)],
)
def test_nobody_has_the_server_play_who_is_on_holiday(
    clock: FakeClock, begins: int, ends: int, expected: ErrorCode | None
) -> None:
    holiday = (clock.now_ms() + begins * 1000, clock.now_ms() + ends * 1000)
    check = partial(check_action, room(holiday=holiday), game(), AutoPlay(1), lambda _: AWAY_S)
    assert refusal(check) == expected


@pytest.mark.parametrize(
    ("rated", "tournament", "share", "expected"),
    [
        (False, UNSET, "", None),
        (True, UNSET, "", FORBIDDEN),
        (False, "t", "", FORBIDDEN),
        (False, UNSET, "dice", FORBIDDEN),
    ],
)
def test_it_refuses_hints_where_games_count_or_share_dice(
    rated: bool, tournament: object, share: str, expected: ErrorCode | None
) -> None:
    assert refusal(lambda: check_hint(room(rated, tournament), game(share=share))) == expected


@pytest.mark.parametrize(
    ("state", "code", "seat", "turn", "expected"),
    [
        (game(), "g", 0, 3, None),
        (None, "g", 0, 3, NOT_YOUR_TURN),
        (game(), "other", 0, 3, NOT_YOUR_TURN),
        (game(), "g", 1, 2, NOT_YOUR_TURN),
        (game(), "g", None, 3, NOT_YOUR_TURN),
        (game(), "g", 0, 2, STALE),
        (game(mode="rounds"), "g", 0, 3, FORBIDDEN),
    ],
)
def test_it_refuses_to_show_dice_except_in_the_turn_that_everybody_sees(
    state: Any, code: str, seat: int | None, turn: int, expected: ErrorCode | None
) -> None:
    assert refusal(lambda: check_selection(state, code, seat, turn)) == expected
