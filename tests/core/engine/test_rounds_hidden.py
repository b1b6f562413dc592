"""In rounds nobody learns more of another seat than whether it is done, until the reveal.

The second implementation removes the others' hidden events from the log and replays the rest.
"""

import msgspec
import pytest
from msgspec.structs import replace

from games.core.engine import DiceMode, Event, order_seen, seen, view
from games.core.engine import replay as replay_log
from games.core.rules import find_variant
from tests.core.engine.rounds_table import RandomDice, RoundsTable
from tests.examples import examples

GAMES = [("yacht", 1), ("yacht", 2), ("yahtzee", 3), ("yatzy", 6)]
every_game = pytest.mark.parametrize(("name", "seats"), GAMES)
SAME = [*((*game, "own") for game in GAMES), ("yacht", 4, "same")]


def naive_log(log: list[Event], viewer: int | None) -> list[Event]:
    """Return a log without the events that the viewer must not see yet."""
    public = [n for n, event in enumerate(log) if event.seat is None]
    return log[: public[-1] + 1] + [
        event for event in log[public[-1] + 1 :] if event.seat == viewer and viewer is not None
    ]


def naive_done(log: list[Event]) -> tuple[int, ...]:
    """Return the seats with a box, or a resignation, since the newest public event."""
    public = max(n for n, event in enumerate(log) if event.seat is None)
    return tuple(
        sorted(
            {
                event.seat
                for event in log[public + 1 :]
                if event.type in ("box.scored", "seat.resigned") and event.seat is not None
            }
        )
    )


def viewers(seats: int) -> list[int | None]:
    return [None, *range(seats)]


@pytest.mark.parametrize(("name", "seats", "dice"), SAME)
def test_it_shows_a_viewer_what_the_log_without_hidden_events_gives(
    name: str, seats: int, dice: DiceMode
) -> None:
    for seed in range(examples(2)):
        game = RoundsTable(find_variant(name), seats, seed, dice)
        while game.on:
            game.step()
            for viewer in viewers(seats):
                found = view(game.state, viewer)
                known = view(replay_log(naive_log(game.log, viewer)), viewer)
                assert found.seq == len(naive_log(game.log, viewer))
                if game.on:
                    assert found.done == naive_done(game.log)
                assert replace(found, done=()) == replace(known, done=())


@every_game
def test_it_tells_every_event_once_and_the_viewers_own_at_once(name: str, seats: int) -> None:
    game = RoundsTable(find_variant(name), seats, 5)
    told: dict[int | None, list[int]] = {viewer: [] for viewer in viewers(seats)}
    while game.on:
        game.step()
        for viewer, before in told.items():
            now = order_seen(game.log, viewer)
            assert now[: len(before)] == before, "what was told stays in its place"
            assert len(now) == seen(game.state, viewer).seq
            own = [n for n, event in enumerate(game.log) if event.seat == viewer]
            assert set(own) <= set(now) or viewer is None
            told[viewer] = now
    for order in told.values():
        assert sorted(order) == list(range(len(game.log)))


class OtherWorld(RandomDice):
    """The same dice for all but one seat in one turn."""

    def __init__(self, seed: object, seat: int, turn: int) -> None:
        super().__init__(seed)
        self.seat, self.turn = seat, turn

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        if (seat, turn) == (self.seat, self.turn):
            return 7 - super().throw(seat, turn, roll, position)
        return super().throw(seat, turn, roll, position)


@pytest.mark.parametrize("turn", [1, 2, 5])
def test_worlds_that_differ_in_hidden_dice_look_the_same_to_everyone_else(turn: int) -> None:
    worlds = [RoundsTable(find_variant("yahtzee"), 3, 1) for _ in range(2)]
    worlds[1].dice = OtherWorld(1, seat=2, turn=turn)
    for game in worlds:
        for _ in range(turn - 1):
            for seat in range(3):
                game.wait_for_round()
                game.turn(seat)
        game.wait_for_round()
    first, second = worlds
    for seat, rolls in ((2, 3), (0, 2), (2, 0)):
        for game in worlds:
            for _ in range(rolls):
                game.roll(seat)
            if rolls == 0:
                game.chance.seed(f"{game is second}")  # another box, too
                game.score(seat)
        for viewer in (None, 0, 1):
            frames = [msgspec.json.encode(view(game.state, viewer)) for game in worlds]
            assert frames[0] == frames[1]
        assert view(first.state, 2) != view(second.state, 2), "the seat itself sees its dice"
    for game in worlds:
        game.score(0)
        game.turn(1)
    assert view(first.state) != view(second.state), "the reveal shows them"
