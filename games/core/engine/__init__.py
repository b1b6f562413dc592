"""The game as a pure function of its event log: actions, events, states and views.

`decide` checks an action and returns events; `evolve` applies one; `view` is what browsers draw.
"""

from games.core.engine.actions import (
    Abort,
    Action,
    AutoPlay,
    Back,
    BeginSooner,
    Hint,
    Resign,
    Reveal,
    Roll,
    Score,
    TimeOut,
    Withhold,
)
from games.core.engine.changes import view_changes
from games.core.engine.clocks import CLOCK_NAMES, CLOCKS, Clock, is_long
from games.core.engine.decide import (
    DiceSource,
    IllegalAction,
    Player,
    decide,
    decide_and_evolve,
    next_common_round,
    places,
    start,
)
from games.core.engine.events import Event, event_from_data
from games.core.engine.evolve import evolve, evolve_all, initial_state, replay
from games.core.engine.game_view import GameView, OptionView, SeatView, ViewChanges
from games.core.engine.rounds import is_public, order_seen, seen
from games.core.engine.sheet import Sheet, sheet
from games.core.engine.state import (
    AUTO_MS,
    GRACE_MS,
    SHOW_MS,
    DiceMode,
    GameState,
    Mode,
    Replay,
    Round,
    Sealing,
    SeatState,
    Turn,
)
from games.core.engine.view import SeatViews, card_view, view

__all__ = [
    "AUTO_MS",
    "CLOCKS",
    "CLOCK_NAMES",
    "GRACE_MS",
    "SHOW_MS",
    "Abort",
    "Action",
    "AutoPlay",
    "Back",
    "BeginSooner",
    "Clock",
    "DiceMode",
    "DiceSource",
    "Event",
    "GameState",
    "GameView",
    "Hint",
    "IllegalAction",
    "Mode",
    "OptionView",
    "Player",
    "Replay",
    "Resign",
    "Reveal",
    "Roll",
    "Round",
    "Score",
    "Sealing",
    "SeatState",
    "SeatView",
    "SeatViews",
    "Sheet",
    "TimeOut",
    "Turn",
    "ViewChanges",
    "Withhold",
    "card_view",
    "decide",
    "decide_and_evolve",
    "event_from_data",
    "evolve",
    "evolve_all",
    "initial_state",
    "is_long",
    "is_public",
    "next_common_round",
    "order_seen",
    "places",
    "replay",
    "seen",
    "sheet",
    "start",
    "view",
    "view_changes",
]
