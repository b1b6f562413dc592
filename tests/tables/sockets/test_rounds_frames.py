"""Every frame about a game in rounds: what it says, and that it says no more.

A client that tries to tell hidden states apart gets the frames of two worlds, which differ only in
another seat's hidden dice and boxes. Random play, and a naive account of who may know what.
"""

from collections.abc import Callable
from functools import partial

import pytest

from games.core.engine import Resign, seen
from games.core.protocol.frames import encode
from games.core.protocol.room_messages import Delta, Update
from games.core.rules import find_variant
from games.record.log.records import LoggedEvent
from games.tables.live.game_news import done_news, last_reveal, round_news, whole_log
from tests.core.engine.rounds_table import RandomDice, RoundsTable
from tests.core.engine.table import NOON


class Frames:
    """A game in rounds, and the frames that each viewer of it is sent."""

    def __init__(self, game: RoundsTable) -> None:
        self.game = game
        self.viewers: list[int | None] = [None, *range(len(game.state.seats))]
        self.sent: dict[int | None, list[str]] = {viewer: [] for viewer in self.viewers}
        self.deltas: dict[int | None, list[Delta]] = {viewer: [] for viewer in self.viewers}
        self.updates: dict[int | None, list[Update]] = {viewer: [] for viewer in self.viewers}

    @property
    def log(self) -> list[LoggedEvent]:
        return [LoggedEvent(seq, event, "") for seq, event in enumerate(self.game.log, start=1)]

    def do(self, work: Callable[[], object]) -> None:
        """Do something in the game, and send what live games send."""
        before = self.game.state
        work()
        after = self.game.state
        if after is before:
            return
        since = self.log[last_reveal(before) :]
        for viewer in self.viewers:
            for whole in (False, True):
                news = round_news(before, after, since, viewer, whole)
                if news is not None:
                    self.sent[viewer].append(encode(news))
                if isinstance(news, Delta):
                    self.deltas[viewer].append(news)
                elif news is not None:
                    self.updates[viewer].append(news)
            done = done_news(before, after)
            if done is not None:
                self.sent[viewer].append(encode(done))


class Other(RandomDice):
    """Other dice for one seat in one turn."""

    def __init__(self, seed: object, seat: int, turn: int) -> None:
        super().__init__(seed)
        self.place = (seat, turn)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        face = super().throw(seat, turn, roll, position)
        return 7 - face if (seat, turn) == self.place else face


LIAR, TURN = 1, 3


def play(frames: Frames, seat: int, other: str = "") -> None:
    """Play a turn of one roll. `other`: in which way it differs from that of the first world."""
    game = frames.game
    frames.do(partial(game.roll, seat))
    if other == "rolls":
        frames.do(partial(game.roll, seat, (0, 1)))
    if other == "resigned":
        frames.do(partial(game.act, seat, Resign()))
        return
    boxes = game.state.seats[seat].card.open_boxes
    frames.do(partial(game.score, seat, boxes[-1 if other else 0].category))


@pytest.mark.parametrize("hidden", ["dice", "rolls", "resigned"])
def test_nobody_can_tell_apart_what_is_hidden(hidden: str) -> None:
    # In round 3 the worlds differ in seat 1's dice and box, in how often it rolls, or in whether it
    # fills a box or resigns.
    worlds = [Frames(RoundsTable(find_variant("yahtzee"), 4, 9)) for _ in range(2)]
    if hidden == "dice":
        worlds[1].game.dice = Other(9, LIAR, TURN)
    for number, frames in enumerate(worlds):
        for turn in range(1, TURN + 1):
            frames.game.wait_for_round()
            for seat in (2, LIAR, 0):
                frames.game.now += 500
                differs = number == 1 and (seat, turn) == (LIAR, TURN)
                play(frames, seat, hidden if differs else "")
            if turn < TURN:
                play(frames, 3)
    first, second = worlds
    for viewer in (None, 0, 2, 3):
        assert first.sent[viewer] == second.sent[viewer]
        for frames in worlds:
            frames.sent[viewer].append(encode(whole(frames, viewer)))
        assert first.sent[viewer] == second.sent[viewer]
    assert first.sent[LIAR] != second.sent[LIAR]
    for frames in worlds:
        play(frames, 3)
    assert first.sent[0][-1] != second.sent[0][-1], "the reveal tells"


def whole(frames: Frames, viewer: int | None) -> Update:
    return whole_log(frames.game.state, frames.log, viewer)


class OtherLater(RandomDice):
    """The same dice for all seats, but for one roll of one turn."""

    def __init__(self, seed: object, turn: int, roll: int) -> None:
        super().__init__(seed, same=True)
        self.place = (turn, roll)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        face = super().throw(seat, turn, roll, position)
        return 7 - face if (turn, roll) == self.place else face


@pytest.mark.parametrize("begins", [0, NOON + 5000])
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_nobody_learns_the_same_dice_of_a_roll_before_making_it(roll: int, begins: int) -> None:
    # The worlds differ in the dice of one roll of round 3, for all. Seat 1 makes it, and seat 2,
    # who resigns then; seat 0 has come as far as the roll before, and seat 3 has done nothing.
    yahtzee = find_variant("yahtzee")
    worlds = [Frames(RoundsTable(yahtzee, 4, 9, "same", begins)) for _ in range(2)]
    worlds[1].game.dice = OtherLater(9, TURN, roll)
    for frames in worlds:
        game = frames.game
        for _ in range(TURN - 1):
            game.wait_for_round()
            for seat in range(4):
                play(frames, seat)
        game.wait_for_round()
        for _ in range(roll - 1):
            frames.do(partial(game.roll, 0))
        for seat in (1, 2):
            for _ in range(roll):
                frames.do(partial(game.roll, seat))
        frames.do(partial(game.score, 1, game.state.seats[1].card.open_boxes[0].category))
        frames.do(partial(game.act, 2, Resign()))
    first, second = worlds
    for viewer in (None, 0, 3):
        for frames in worlds:
            frames.sent[viewer].append(encode(whole(frames, viewer)))
        assert first.sent[viewer] == second.sent[viewer]
        assert seen(first.game.state, viewer)._replace(seq=0) == seen(
            second.game.state, viewer
        )._replace(seq=0), "bots choose with this"
    assert first.sent[1] != second.sent[1]
    for frames in worlds:
        frames.do(partial(frames.game.roll, 0))
    assert first.sent[0] != second.sent[0], "whoever makes the roll sees it"
