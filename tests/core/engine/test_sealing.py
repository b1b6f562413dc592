"""A game waits for the seeds behind its players' seals before the first turn."""

import pytest

from games.core.engine import (
    AutoPlay,
    Back,
    Event,
    Hint,
    IllegalAction,
    Player,
    Resign,
    Reveal,
    Roll,
    Score,
    TimeOut,
    Withhold,
    evolve,
    initial_state,
    replay,
    start,
)
from games.core.engine.events import SeedRevealed
from games.core.rules import VARIANTS
from tests.core.engine.fairness.reference import reference_seal
from tests.core.engine.invariants import check_log_makes_state, check_secret
from tests.core.engine.table import (
    ALICE,
    BOB,
    CHARLIE,
    COMMITMENT,
    NOON,
    SECRET,
    ScriptedDice,
    Table,
)

CODE = "k7m2p9x4w3ab"
SALT = "0123456789abcdef" * 2
GULL = Player(901, "Gull", "bot", True, "gull")
DAY = 86_400


class SealedTable(Table):
    """A game in which Alice and Charlie seal their seeds, Bob does not, and Gull is a bot."""

    def __init__(self, clock: int | None = None, first: int = 0) -> None:
        self.dice = ScriptedDice()
        self.now = NOON
        players = (sealed(ALICE), BOB, sealed(CHARLIE), GULL)
        started = start(
            CODE,
            VARIANTS["yacht"],
            players,
            COMMITMENT,
            NOON,
            clock=clock,
            first=first,
            sealed=True,
        )
        self.log: list[Event] = [started]
        self.state = initial_state(started)

    def reveal(self, seat: int, player: Player) -> tuple[Event, ...]:
        return self.act(seat, Reveal(SALT, player.seed))


def sealed(player: Player) -> Player:
    seal = reference_seal(CODE, player.player, SALT, player.seed)
    return player._replace(seed="", seal=seal)


@pytest.fixture
def waiting() -> SealedTable:
    return SealedTable(clock=60, first=1)


def test_it_gives_the_first_turn_and_its_clock_with_the_last_seed(waiting: SealedTable) -> None:
    assert (waiting.state.revealing, waiting.state.acting) == ((0, 2), ())
    assert waiting.state.next_deadline is None
    waiting.now += 5000
    assert waiting.reveal(2, CHARLIE) == (SeedRevealed(2, NOON + 5000, SALT, CHARLIE.seed),)
    assert (waiting.state.revealing, waiting.state.acting) == ((0,), ())
    assert waiting.state.seeds == ("", BOB.seed, SALT + CHARLIE.seed, "bot")
    waiting.now += 2000
    waiting.reveal(0, ALICE)
    assert (waiting.state.revealing, waiting.state.acting) == ((), (1,))
    assert waiting.state.seeds == (SALT + ALICE.seed, BOB.seed, SALT + CHARLIE.seed, "bot")
    assert waiting.state.next_deadline == NOON + 7000 + 60_000
    waiting.roll(1, 1, 2, 3, 4, 5)
    check_log_makes_state(waiting.log, waiting.state)


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_it_lets_nobody_do_anything_else_before(waiting: SealedTable, seat: int) -> None:
    actions = (Roll(1, 0), Score(1, 0, "ones"), Hint(1, 0), Resign(), AutoPlay(1), Back())
    for action in (*actions, TimeOut()):
        assert waiting.refusal(seat, action) == "not_started"
    assert waiting.refusal(None, Roll(1, 0)) == "not_seated"


def test_it_takes_only_the_seed_behind_the_seal(waiting: SealedTable) -> None:
    for salt, text in ((SALT, "other"), ("0" * 32, ALICE.seed), ("", SALT + ALICE.seed), ("", "")):
        assert waiting.refusal(0, Reveal(salt, text)) == "bad_seed"
    assert waiting.refusal(0, Reveal(SALT, CHARLIE.seed)) == "bad_seed"
    assert waiting.refusal(2, Reveal(SALT, ALICE.seed)) == "bad_seed"


def test_it_takes_a_seed_once_and_only_from_seats_that_sealed(waiting: SealedTable) -> None:
    waiting.reveal(0, ALICE)
    assert waiting.refusal(0, Reveal(SALT, ALICE.seed)) == "stale"
    assert waiting.refusal(1, Reveal("", BOB.seed)) == "stale"
    assert waiting.refusal(3, Reveal("", "bot")) == "stale"
    assert waiting.refusal(7, Reveal(SALT, ALICE.seed)) == "not_seated"
    waiting.reveal(2, CHARLIE)
    assert waiting.refusal(2, Reveal(SALT, CHARLIE.seed)) == "stale"


def test_it_does_not_cancel_a_game_whose_seeds_are_shown(waiting: SealedTable) -> None:
    assert waiting.refusal(None, Withhold((1, 3), blamed=True)) == "stale"
    waiting.reveal(0, ALICE)
    assert waiting.refusal(None, Withhold((0,), blamed=True)) == "stale"
    waiting.reveal(2, CHARLIE)
    assert waiting.refusal(None, Withhold((0, 1, 2, 3), blamed=False)) == "stale"


def test_it_can_be_aborted_before_all_seeds_are_shown(waiting: SealedTable) -> None:
    waiting.abort()
    assert (waiting.state.status, waiting.state.revealing) == ("aborted", ())
    check_secret(waiting.log, waiting.state, SECRET)


@pytest.mark.parametrize(("clock", "wait"), [(None, 30), (60, 30), (DAY, DAY)])
def test_it_waits_half_a_minute_or_a_day_long_turn(clock: int | None, wait: int) -> None:
    table = SealedTable(clock=clock)
    assert table.state.next_due == NOON + wait * 1000
    table.now += 1000
    table.reveal(0, ALICE)
    assert table.state.next_due == NOON + wait * 1000


def test_a_seat_without_a_seal_can_only_withhold() -> None:
    players = (sealed(ALICE), BOB._replace(seed="", absent=True))
    started = start(CODE, VARIANTS["yacht"], players, COMMITMENT, NOON, sealed=True)
    assert (started.seats[1]["seal"], started.seats[1]["known"]) == ("", False)
    table = SealedTable()
    table.state, table.log = initial_state(started), [started]
    assert table.state.revealing == (0, 1)
    for salt, text in (("", ""), ("", BOB.seed), (SALT, BOB.seed)):
        assert table.refusal(1, Reveal(salt, text)) == "bad_seed"
    table.act(None, Withhold((1,), blamed=True))


def test_reading_a_damaged_log_raises_nothing(waiting: SealedTable) -> None:
    shown = SeedRevealed(0, NOON, SALT, ALICE.seed)
    state = evolve(evolve(waiting.state, shown), shown)
    assert (state.seq, state.revealing) == (3, (2,))
    plain = Table(VARIANTS["yacht"], ALICE, BOB)
    assert evolve(plain.state, shown)._replace(seq=1) == plain.state
    assert plain.refusal(0, Reveal(SALT, ALICE.seed)) == "stale"
    assert plain.refusal(None, Withhold((0,), blamed=True)) == "stale"
    with pytest.raises(ValueError, match="begins"):
        replay([shown])
    with pytest.raises(IllegalAction):
        waiting.act(0, Roll(1, 0))
