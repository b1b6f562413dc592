"""Turns, seats, actions and events: a game as a pure function of its log.

`decide(state, seat, action, dice, now)` judges and returns events, `evolve(state, event)` applies
one, `act` does both, `view(state)` is what browsers draw, `replay(events)` makes a state of a whole
log.
"""

from games.engine.actions import Abort, Action, Back, Hint, PlayOn, Resign, Roll, Score, TimeOut
from games.engine.clocks import CLOCK_NAMES, CLOCKS, Clock
from games.engine.decide import DiceSource, IllegalAction, Player, act, decide, places, start
from games.engine.events import Event, event_from_data
from games.engine.evolve import begin, evolve, evolve_all, replay
from games.engine.game_view import GameView, OptionView, SeatView
from games.engine.sheet import Sheet, sheet
from games.engine.state import AUTO_MS, GRACE_MS, GameState, Replay, SeatState, Turn
from games.engine.view import SeatViews, card_view, view

__all__ = [
    "AUTO_MS",
    "CLOCKS",
    "CLOCK_NAMES",
    "GRACE_MS",
    "Abort",
    "Action",
    "Back",
    "Clock",
    "DiceSource",
    "Event",
    "GameState",
    "GameView",
    "Hint",
    "IllegalAction",
    "OptionView",
    "PlayOn",
    "Player",
    "Replay",
    "Resign",
    "Roll",
    "Score",
    "SeatState",
    "SeatView",
    "SeatViews",
    "Sheet",
    "TimeOut",
    "Turn",
    "act",
    "begin",
    "card_view",
    "decide",
    "event_from_data",
    "evolve",
    "evolve_all",
    "places",
    "replay",
    "sheet",
    "start",
    "view",
]
