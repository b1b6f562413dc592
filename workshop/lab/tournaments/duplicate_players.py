"""Simulated players of a duplicate event: each has the event's page open, and plays at a table."""

import asyncio
import random
from collections import defaultdict

from games.core.engine import IllegalAction, Roll, Score, SeatState
from games.core.engine.actions import Action
from games.platform.clock import monotonic, now_ms
from games.tables.live.game import LiveGame
from games.tables.live.registry import Hubs
from workshop.lab.tournaments.players import Figures, Player

LOOK_S = 0.02
# A round that begins within this time begins early: the show, and what the tables need to hear it.
EARLY_MS = 4000


class Times:
    """When the rounds were over: the moment of the last box of each (monotonic seconds)."""

    def __init__(self) -> None:
        self.last_box: dict[int, float] = defaultdict(float)


class Tab(Player):
    """A tab with the event's page, which notes how late the standings of each round come."""

    def __init__(
        self, id_: int, hubs: Hubs, figures: Figures, rng: random.Random, times: Times
    ) -> None:
        super().__init__(id_, hubs, figures, rng)
        self.figures = figures
        self._times = times
        self._counted = 0

    def send_text(self, text: str) -> None:
        """Take a frame."""
        self.heard_at = monotonic()
        number = self._counted + 1
        if f'"counted":{number},' in text and self._times.last_box[number]:
            self._counted = number
            late = monotonic() - self._times.last_box[number]
            self._figures.note("box of the last player to standings", late)


async def play_seat(
    game: LiveGame, seat: int, think_s: float, rng: random.Random, figures: Figures, times: Times
) -> None:
    """Play a seat to the end: up to three rolls and any box in each round."""
    while (mine := await _my_turn(game, seat, figures, times)) is not None:
        for _ in range(rng.randint(1, game.state.variant.rolls_per_turn)):
            await asyncio.sleep(rng.uniform(0, think_s))
            mine = game.state.seats[seat]
            await _act(game, seat, Roll(mine.turn.number, mine.turn.rolls), figures)
        await asyncio.sleep(rng.uniform(0, think_s))
        mine = game.state.seats[seat]
        box = rng.choice(mine.card.fills(mine.turn.dice or (), mine.turn.rolls)).box
        score = Score(mine.turn.number, mine.turn.rolls, box.category, box.column)
        await _act(game, seat, score, figures)
        times.last_box[mine.turn.number] = monotonic()


async def _my_turn(game: LiveGame, seat: int, figures: Figures, times: Times) -> SeatState | None:
    """Wait until the seat may roll in its next round; None at the end of the game."""
    has_heard = False
    while game.state.status == "playing":
        mine = game.state.seats[seat]
        begins = mine.turn.started_at
        if seat in game.state.acting and begins is not None and not mine.turn.rolls:
            is_early = begins - now_ms() < EARLY_MS
            if is_early and not has_heard and seat == 0 and mine.turn.number > 1:
                has_heard = True
                late = monotonic() - times.last_box[mine.turn.number - 1]
                figures.note("box of the last player to all tables", late)
            if now_ms() >= begins:
                return mine
        await asyncio.sleep(LOOK_S)
    return None


async def _act(game: LiveGame, seat: int, action: Action, figures: Figures) -> None:
    began = monotonic()
    try:
        await game.submit(seat, action, "")
    except IllegalAction as refusal:
        figures.problems.append(f"{game.state.code}: {action} of seat {seat}: {refusal}")
    figures.note("move", monotonic() - began)
