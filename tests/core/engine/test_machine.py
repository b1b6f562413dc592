"""Random legal and illegal play of every variant keeps all invariants."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.core.engine import (
    Abort,
    Action,
    AutoPlay,
    Back,
    Event,
    GameState,
    Hint,
    IllegalAction,
    Player,
    Resign,
    Roll,
    Score,
    SeatViews,
    TimeOut,
    decide_and_evolve,
    evolve,
    evolve_all,
    replay,
    view,
)
from games.core.engine.events import BoxScored, DiceRolled
from games.core.rules import Box, find_variant
from tests.core.engine.invariants import (
    check_cards,
    check_changes,
    check_held_dice,
    check_log_makes_state,
    check_secret,
)
from tests.core.engine.table import ALICE, BOB, CHARLIE, SECRET, Table
from tests.examples import examples

DORA = Player(104, "Dora", "d02a5eed")
PLAYERS = (ALICE, BOB, CHARLIE, DORA)
VARIANTS = [
    find_variant("yacht"),
    find_variant("yatzy"),
    *(
        find_variant(name, joker=joker)
        for name in ("yahtzee", "triple_yahtzee")
        for joker in ("forced", "free", "none")
    ),
]
CATEGORIES = sorted({category.id for variant in VARIANTS for category in variant.categories})
MANY_TURNS = 4 * 39

faces = st.integers(1, 6)
# Five alike come often: jokers and bonuses are where the rules are intricate.
five_dice = st.tuples(*[faces] * 5) | faces.map(lambda face: (face,) * 5)
positions = st.sets(st.integers(0, 4)).map(lambda hold: tuple(sorted(hold)))
near = st.integers(-1, 4)
columns = st.sampled_from([0, 0, 0, 0, 0, 1, 2, 3, -1])
mostly = st.sampled_from([True, True, True, False])
ACTING = 99
seats = st.sampled_from([None, -1, 0, 1, 2, 3, 4, ACTING, ACTING, ACTING])
anything: st.SearchStrategy[Action] = st.one_of(
    st.builds(Roll, st.integers(0, 40), near, st.lists(st.integers(-1, 6), max_size=6).map(tuple)),
    st.builds(Score, st.integers(0, 40), near, st.sampled_from([*CATEGORIES, "sevens"]), columns),
    st.builds(Hint, st.integers(0, 40), near),
    st.builds(AutoPlay, near),
    st.sampled_from([Back(), TimeOut(), Resign()]),
)


# When each refusal is right: (state, seat, action, now) -> whether that is how things are.
Reason = Callable[[GameState, Any, Any, int], bool]


def is_stale(state: GameState, seat: int, action: Action, now: int) -> bool:
    mine = state.seats[seat]
    match action:
        case Roll() | Score() | Hint():
            overdue = not mine.auto and state.clock is not None and now >= (state.next_due or 0)
            told = isinstance(action, Hint) and 0 < mine.turn.hint == mine.turn.rolls
            now_is = (mine.turn.number, mine.turn.rolls)
            return (action.turn, action.roll) != now_is or overdue or told
        case TimeOut():
            return seat not in state.acting or state.next_due is None or now < state.next_due
        case Back():
            return not mine.auto
        case AutoPlay():
            return action.seat not in state.acting or state.seats[action.seat].auto
    return False


def is_bad_hold(state: GameState, seat: int, action: Roll, now: int) -> bool:
    wrong = [position for position in action.hold if not 0 <= position <= 4]
    twice = len(action.hold) != len(set(action.hold))
    return bool(wrong or twice or (action.hold and state.seats[seat].turn.dice is None))


REASONS: dict[str, Reason] = {
    "game_over": lambda state, seat, action, now: state.status != "playing",
    "not_seated": lambda state, seat, action, now: seat not in range(len(state.seats)),
    "not_your_turn": lambda state, seat, action, now: (
        seat not in state.acting or state.seats[seat].out > 0
    ),
    "stale": is_stale,
    "forbidden": lambda state, seat, action, now: action == AutoPlay(seat),
    "no_rolls_left": lambda state, seat, action, now: state.seats[seat].turn.rolls == 3,
    "bad_hold": is_bad_hold,
    "must_roll_first": lambda state, seat, action, now: state.seats[seat].turn.dice is None,
    "no_such_box": lambda state, seat, action, now: (
        (action.column, action.category) not in state.variant.boxes
    ),
    "box_filled": lambda state, seat, action, now: (
        (action.column, action.category) not in state.seats[seat].card.open_boxes
    ),
    "box_not_allowed": lambda state, seat, action, now: (
        (action.column, action.category) in state.seats[seat].card.open_boxes
        and len(set(state.seats[seat].turn.dice or ())) == 1
        and state.variant.switches.get("joker") == "forced"
    ),
}


class GameMachine(RuleBasedStateMachine):
    """A game in which any action may come next."""

    table: Table

    @initialize(
        variant=st.sampled_from(VARIANTS),
        seats=st.integers(1, 4),
        clock=st.sampled_from([None, 30, 86_400]),
        first=st.integers(0, 3),
        turns=st.integers(0, MANY_TURNS),
        seed=st.integers(0, 2**32),
    )
    def begin(
        self, variant: Any, seats: int, clock: int | None, first: int, turns: int, seed: int
    ) -> None:
        """Start a game and play some of it at once, so that ends are reached too."""
        self.table = Table(variant, *PLAYERS[:seats], clock=clock, first=first % seats)
        self.seat_views = SeatViews()
        self.play_turns(turns % (seats * variant.rounds), seed)

    def play_turns(self, turns: int, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(turns):
            (seat,) = self.state.acting
            alike = (chance.randint(1, 6),) * 5
            self.table.roll(seat, *chance.choice([alike, chance.choices(range(1, 7), k=5)]))
            fills = self.state.seats[seat].card.fills(self.table.dice_of(seat) or ())
            # Five alike first, while they are worth something: or there would be few jokers.
            box = max(fills, key=lambda fill: (fill.points == 50, chance.random())).box
            self.table.score(seat, box.category, box.column)

    @property
    def state(self) -> GameState:
        return self.table.state

    @property
    def on(self) -> bool:
        return self.state.status == "playing"

    @property
    def acting(self) -> int:
        return self.state.acting[0]

    def act(self, seat: int | None, action: Action, dice: tuple[int, ...]) -> tuple[Event, ...]:
        """Do a legal action, and compare the view after it with the view of the whole log."""
        before = self.state
        self.table.dice.fall(dice)
        events = self.table.act(seat, action)
        assert events
        fresh = view(replay(self.table.log))
        assert view(evolve_all(before, events)) == fresh
        # The views of seats that were made for the states before serve again.
        assert view(self.state, seats=self.seat_views) == fresh
        check_changes(before, self.state)
        for event in events:
            if isinstance(event, DiceRolled):
                check_held_dice(before, event)
        return events

    def in_time(self) -> None:
        """Turn the clock back to a moment when the seat that acts may act."""
        due = self.state.next_due
        self.table.now = self.table.now if due is None else min(self.table.now, due - 1)

    # Legal play

    @precondition(lambda self: self.on and self.state.seats[self.acting].turn.rolls < 3)
    @rule(hold=positions, dice=five_dice)
    def roll(self, hold: tuple[int, ...], dice: tuple[int, ...]) -> None:
        self.in_time()
        kept = hold if self.table.dice_of(self.acting) else ()
        self.act(self.acting, self.table.roll_action(self.acting, kept), dice)

    @precondition(lambda self: self.on and self.state.seats[self.acting].turn.dice)
    @rule(pick=st.integers(0, 38))
    def score(self, pick: int) -> None:
        self.in_time()
        options = view(self.state).seats[self.acting].options
        option = options[pick % len(options)]
        action = self.table.score_action(self.acting, option.category, option.column)
        self.act(self.acting, action, ())

    @precondition(lambda self: self.on and self.state.next_due)
    @rule(dice=five_dice)
    def time_out(self, dice: tuple[int, ...]) -> None:
        self.table.now = max(self.table.now, self.state.next_due or 0)
        self.act(self.acting, TimeOut(), dice)

    @precondition(lambda self: self.on)
    @rule(seat=st.integers(0, 3), what=st.integers(0, 30), ms=st.integers(0, 100_000))
    def interrupt(self, seat: int, what: int, ms: int) -> None:
        """Let time pass, and somebody leave, return or resign; rarely, abort the game."""
        self.table.now += ms
        who = seat % len(self.state.seats)
        mine = self.state.seats[who]
        if what == 17:
            self.act(None, Abort("closed"), ())
        elif what == 13 and not mine.out:
            self.act(who, Resign(), ())
        elif mine.auto:
            self.act(who, Back(), ())
        elif who != self.acting and not mine.out and not self.state.seats[self.acting].auto:
            self.act(who, AutoPlay(self.acting), ())

    # Illegal play

    @rule(tries=st.lists(st.tuples(seats, anything, mostly), min_size=5, max_size=20))
    def try_anything(self, tries: list[tuple[int | None, Action, bool]]) -> None:
        for seat, action, present in tries:
            who = self.acting if seat == ACTING and self.on else seat
            if present and who in range(len(self.state.seats)) and isinstance(action, Roll | Score):
                turn = self.state.seats[who or 0].turn
                action = replace(action, turn=turn.number, roll=turn.rolls)  # noqa: PLW2901
            self.check_verdict(who, action)

    def check_verdict(self, seat: int | None, action: Action) -> None:
        """Every action is done, or refused for a reason that is true."""
        self.table.dice.fall((1, 2, 3, 4, 5))
        code, events = self.verdict(seat, action, self.table.now)
        if code:
            assert REASONS[code](self.state, seat, action, self.table.now), code
            return
        reasons = {"not_your_turn", "stale"} if isinstance(action, Roll | Score) else set()
        for reason in {"game_over", "not_seated", *reasons}:
            assert not REASONS[reason](self.state, seat, action, self.table.now), reason
        assert replay([*self.table.log, *events]) == evolve_all(self.state, events)

    def verdict(self, seat: int | None, action: Action, now: int) -> tuple[str, tuple[Event, ...]]:
        """Return the code of the refusal, or the events."""
        try:
            events, after = decide_and_evolve(self.state, seat, action, self.table.dice, now)
            assert after == evolve_all(self.state, events)
            return "", events
        except IllegalAction as refusal:
            return refusal.code, ()

    # What is always true

    @invariant()
    def log_cards_and_secret_agree(self) -> None:
        check_log_makes_state(self.table.log, self.state)
        check_cards(self.table.log, self.state)
        check_secret(self.table.log, self.state, SECRET)

    @invariant()
    def lines_that_are_repeated_raise_nothing(self) -> None:
        """Such a log is damaged, but reading it must not fail."""
        for event in self.table.log[:1] + self.table.log[-5:]:
            assert evolve(self.state, event).seq == self.state.seq + 1

    @invariant()
    def options_are_what_is_accepted(self) -> None:
        boxes = self.state.variant.boxes
        for number, seat in enumerate(view(self.state).seats):
            offered = [
                (Box(option.column, option.category), option.points, option.bonus)
                for option in seat.options
            ]
            assert offered == [
                (Box(scored.column, scored.category), scored.points, scored.bonus)
                for box in (boxes if number in self.state.acting else boxes[:1])
                for scored in self.accepted(number, box)
            ]

    def accepted(self, seat: int, box: Box) -> list[BoxScored]:
        """Return the event of filling a box in time, or nothing if it is refused."""
        action = self.table.score_action(seat, box.category, box.column)
        began = self.state.seats[seat].turn.started_at or 0
        code, events = self.verdict(seat, action, began)
        if code:
            assert REASONS[code](self.state, seat, action, began), code
        return [event for event in events if isinstance(event, BoxScored)]

    @invariant()
    def somebody_may_act_until_the_end(self) -> None:
        assert len(self.state.acting) == (1 if self.on else 0)
        for seat in self.state.acting:
            assert self.state.seats[seat].has_turns_left
        if not self.on:
            assert self.state.next_due is None

    @invariant()
    def nothing_is_done_after_the_end(self) -> None:
        if self.on:
            return
        for action in (Roll(1, 0), Resign(), Back(), AutoPlay(0), TimeOut(), Abort("closed")):
            for seat in (None, 0):
                assert self.table.refusal(seat, action) == "game_over"


def test_it_keeps_all_invariants_in_random_play() -> None:
    run_state_machine_as_test(
        GameMachine,
        settings=settings(
            max_examples=examples(60),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
