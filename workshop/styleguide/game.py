"""An invented game of Yahtzee for the style guide, as the messages of a live room."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.engine import (
    GameState,
    Player,
    Roll,
    Score,
    decide,
    evolve_all,
    initial_state,
    sheet,
    start,
    view,
)
from games.core.protocol.events import event_message
from games.core.protocol.frames import You
from games.core.protocol.room_messages import ChatLine, Presence, Update, Welcome
from games.core.protocol.room_view import EntryPlace, NextGame, RoomSeat, RoomView
from games.core.rules import find_variant
from games.people.accounts.avatars import flags_of
from games.platform.clock import now_ms
from games.tables.rooms.room_view import variant_view

CODE = "styleguide00"
COMMITMENT = "0" * 64
VARIANT = find_variant("yahtzee")
PLAYERS = (Player(1, "Alice", ""), Player(2, "Bob", ""), Player(3, "Skipper", "", True, "skipper"))
AVATARS = (flags_of("Alice", 1), "lighthouse", "bot-skipper")
# A category, and the dice with which Alice, Bob and Skipper fill it.
TURNS = (
    ("sixes", "66662", "66613", "66124"),
    ("fives", "55553", "55521", "55542"),
    ("large_straight", "23456", "12345", "11245"),
    ("yahtzee", "66666", "22431", "44444"),
    ("fours", "44441", "44412", "44223"),
    ("full_house", "33222", "55566", "11166"),
    ("threes", "33332", "33311", "33246"),
    ("twos", "22215", "22134", "22255"),
    ("ones", "11135", "11246", "11123"),
    ("small_straight", "12346", "23455", "34566"),
    ("four_of_a_kind", "55556", "66633", "11114"),
    ("three_of_a_kind", "66654", "55564", "44431"),
    ("chance", "66655", "65543", "55443"),
)


class Moment(NamedTuple):
    """A moment to show: the `turn` in `TURNS`, the seat, and whether it fills its box."""

    name: str
    turn: int
    seat: int
    fills: bool

    @property
    def place(self) -> int:
        """The place of its update in the list."""
        return 2 * (len(PLAYERS) * self.turn + self.seat) + self.fills


MOMENTS = (
    Moment("First roll", 0, 0, False),
    Moment("Score", 0, 0, True),
    Moment("Large straight", 2, 0, True),
    Moment("Five of a kind is rolled", 3, 0, False),
    Moment("Yahtzee", 3, 0, True),
    Moment("Yahtzee of an opponent", 3, 2, True),
    Moment("Upper bonus", 8, 0, True),
    Moment("Last roll", 12, 2, False),
    Moment("Victory", 12, 2, True),
)


@dataclass(frozen=True)
class ScriptedDice:
    """The dice of `TURNS`, for every roll."""

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return the face of the script."""
        return int(TURNS[turn - 1][1 + seat][position])

    def reveal(self) -> str:
        """Return a secret that proves nothing."""
        return COMMITMENT


def welcome() -> Welcome:
    """Return the first message: the room before its game, seen by Alice."""
    return Welcome(
        protocol=1,
        time=now_ms(),
        you=You(1, "Alice", guest=False),
        rev=1,
        room=_room(),
        game=None,
        seq=None,
        view=None,
        presence=Presence(here=(1, 3), away=(2,), watching=2),
        selection=None,
        chat=(
            ChatLine(id=1, player=1, name="Alice", guest=False, text="Fair winds!", at=now_ms()),
            ChatLine(id=2, player=2, name="Bob", guest=True, text="And you!", at=now_ms()),
        ),
    )


def updates() -> list[Update]:
    """Return the game's updates: for each turn and seat one of the roll and one of the box."""
    started = start(CODE, VARIANT, PLAYERS, COMMITMENT, now_ms())
    state = initial_state(started)
    found = []
    for number, (category, *_) in enumerate(TURNS, 1):
        for seat in range(len(PLAYERS)):
            for action in (Roll(number, 0), Score(number, 1, category)):
                update, state = _act(state, seat, action)
                found.append(update)
    return found


def _act(state: GameState, seat: int, action: Roll | Score) -> tuple[Update, GameState]:
    events = decide(state, seat, action, ScriptedDice(), now_ms())
    after = evolve_all(state, events)
    messages = [event_message(state.seq + at, event, "") for at, event in enumerate(events, 1)]
    update = Update(game=CODE, seq=after.seq, events=tuple(messages), view=view(after))
    return update, after


def _room() -> RoomView:
    return RoomView(
        code=CODE,
        variant=variant_view(VARIANT),
        sheet=sheet(VARIANT),
        clock=None,
        public=False,
        ended=False,
        rated=False,
        stand_ins=False,
        muted=(),
        spectators_muted=False,
        host=1,
        seats=tuple([_seat(number, player) for number, player in enumerate(PLAYERS)]),
        status="playing",
        game=CODE,
        result=None,
        number=1,
        next=NextGame(CODE, COMMITMENT, EntryPlace(1, COMMITMENT)),
    )


def _seat(number: int, player: Player) -> RoomSeat:
    return RoomSeat(
        seat=number,
        player=player.player,
        name=player.name,
        guest=number == 1,
        bot=player.bot,
        persona=player.persona or None,
        ready=True,
        seed="",
        seal="",
        known=False,
        closed=False,
        avatar=AVATARS[number],
    )
