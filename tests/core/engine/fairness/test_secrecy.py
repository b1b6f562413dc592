"""Nothing that logs, caches or shows the dice of a running game holds the secret."""

import copy
import logging
import pickle
import traceback
from collections.abc import Callable

import pytest

from games.core.engine import (
    AUTO_MS,
    GameState,
    IllegalAction,
    Player,
    Resign,
    Roll,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
    view,
)
from games.core.engine.fairness import FairDice, commitment
from games.core.rules import VARIANTS

SECRET = bytes(range(32))
DICE = FairDice(SECRET, "code", ("a11ce5eed", "b0b5eed"))
NOON = 1_760_000_000_000


def has_secret(text: str) -> bool:
    """Whether a text holds the secret as hex, as Python writes bytes, or as a list of numbers."""
    forms = (SECRET.hex(), repr(SECRET)[2:-1], str(list(SECRET))[1:-1])
    return any(form in text for form in forms)


@pytest.mark.parametrize("show", [repr, str, "{}".format, "{!r}".format, ascii])
def test_it_does_not_show_the_secret(show: Callable[[object], str]) -> None:
    assert not has_secret(show(DICE))
    assert not has_secret(show([DICE]))


def test_it_does_not_log_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("games").warning("dice: %s %r", DICE, DICE)
    assert caplog.text
    assert not has_secret(caplog.text)


def test_it_has_no_secret_in_a_traceback() -> None:
    state = initial_state(start("code", VARIANTS["yacht"], [Player(1, "Alice", "a")], "c0", NOON))
    with pytest.raises(IllegalAction) as raised:
        decide(state, 0, Roll(9, 9), DICE, NOON)
    lines = traceback.TracebackException.from_exception(raised.value, capture_locals=True).format()
    assert "FairDice object" in "".join(lines)
    assert not has_secret("".join(lines))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_cannot_be_pickled(protocol: int) -> None:
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(DICE, protocol)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_it_cannot_be_copied(duplicate: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="cannot be pickled or copied"):
        duplicate(DICE)


def test_it_keeps_the_secret_out_of_states_events_and_views_until_the_end() -> None:
    players = [Player(1, "Alice", "a11ce5eed"), Player(2, "Bob", "b0b5eed")]
    started = start("code", VARIANTS["yacht"], players, commitment(SECRET), NOON, clock=30)
    state: GameState = initial_state(started)
    assert not has_secret(repr(started))
    now = NOON
    for _ in range(23):
        now += 60_000 if not state.seats[state.acting[0]].auto else AUTO_MS
        events = decide(state, state.acting[0], TimeOut(), DICE, now)
        state = evolve_all(state, events)
        shown = (repr(events), repr(state), repr(view(state)))
        assert not any(map(has_secret, shown))
    events = decide(state, 0, Resign(), DICE, now)
    state = evolve_all(state, events)
    assert view(state).fairness.secret == SECRET.hex()
