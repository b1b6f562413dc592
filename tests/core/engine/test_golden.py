"""Whole recorded games: each replays to the same result, and follows the rules."""

import hashlib
import json

import pytest

from games.core.engine import (
    Abort,
    Action,
    AutoPlay,
    Back,
    Event,
    GameState,
    Hint,
    Resign,
    Reveal,
    Roll,
    Score,
    TimeOut,
    Withhold,
    decide,
    evolve,
    initial_state,
    replay,
    view,
)
from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    GameAborted,
    GameCancelled,
    GameStarted,
    HintGiven,
    SeedRevealed,
)
from games.core.engine.fairness import FairDice
from games.core.engine.state import GRACE_MS, MIN_SHOW_MS, SHOW_MS
from tests.core.engine.fairness.reference import reference_die, reference_seal
from tests.core.engine.golden_games import GOLDEN_GAMES, Golden
from tests.core.engine.invariants import (
    check_cards,
    check_held_dice,
    check_log_makes_state,
    check_secret,
    naive_cards,
)
from tests.core.engine.write_golden import GAMES
from tests.support.oracles.cards import naive_places

every_game = pytest.mark.parametrize("golden", GOLDEN_GAMES, ids=lambda golden: golden.name)


def test_there_is_a_golden_game_for_each_variant_and_ending() -> None:
    # Write a recipe in tests/core/engine/write_golden.py for what is missing.
    endings = ("finished", "resigned", "timed_out", "aborted", "rounds")
    needed = {f"{variant}-{ending}" for variant in GAMES for ending in endings}
    assert needed <= {golden.name for golden in GOLDEN_GAMES}


@every_game
def test_it_writes_each_event_as_it_was_recorded(golden: Golden) -> None:
    written = [json.loads(json.dumps(event.data())) for event in golden.log]
    assert written == [line["data"] for line in golden.lines]


@every_game
def test_it_replays_to_the_totals_that_a_second_scorer_finds(golden: Golden) -> None:
    state = replay(golden.log)
    totals = golden.header["totals"]
    assert [card.total for card in naive_cards(golden.log)] == totals
    assert [seat.card.total for seat in state.seats] == totals
    assert [seat.card.total for seat in view(state).seats] == totals
    for finished in golden.data("game.finished"):
        assert finished["totals"] == totals


@every_game
def test_it_has_the_places_that_follow_from_the_totals(golden: Golden) -> None:
    resigned = [line["seat"] for line in golden.lines if line["type"] == "seat.resigned"]
    for finished in golden.data("game.finished"):
        assert finished["places"] == naive_places(golden.header["totals"], resigned)
    if golden.data("game.finished"):
        assert [seat.place for seat in replay(golden.log).seats] == finished["places"]


@every_game
def test_it_has_the_dice_of_its_secret_and_seeds(golden: Golden) -> None:
    secret = bytes.fromhex(golden.header["secret"])
    seeds = golden.header["seeds"]
    assert hashlib.sha256(secret).hexdigest() == golden.start["commitment"]
    shown = [seat.get("salt", "") + seat["seed"] for seat in golden.start["seats"]]
    for line in golden.lines:
        if line["type"] == "seed.revealed":
            shown[line["seat"]] = line["data"]["salt"] + line["data"]["seed"]
    withheld = {seat for each in golden.data("game.cancelled") for seat in each["withheld"]}
    assert shown == ["" if seat in withheld else seed for seat, seed in enumerate(seeds)]
    for line in golden.lines:
        if line["type"] != "dice.rolled":
            continue
        data = line["data"]
        thrown = {position for position in range(len(data["dice"])) if position not in data["hold"]}
        for position in thrown:
            seat = "-" if golden.has_same_dice else str(line["seat"])
            expected = reference_die(
                secret, *golden.dice_of, seat, data["turn"], data["roll"], position
            )
            assert data["dice"][position] == expected


@every_game
def test_it_shows_the_seeds_that_were_sealed_before_the_first_roll(golden: Golden) -> None:
    start = golden.start
    waiting = set()
    for number, seat in enumerate(start["seats"]):
        if "scheme" not in start:
            assert seat.keys() == {"player", "name", "seed"}
        elif seat["known"]:
            expected = reference_seal(start["code"], seat["player"], "", seat["seed"])
            assert (seat["seal"], seat["salt"]) == (expected, "")
        else:
            assert (seat["seed"], seat["salt"]) == ("", "")
            waiting.add(number)
    for line in golden.lines:
        if line["type"] == "seed.revealed":
            seat = start["seats"][line["seat"]]
            shown = (line["data"]["salt"], line["data"]["seed"])
            assert seat["seal"] == reference_seal(start["code"], seat["player"], *shown)
            waiting.remove(line["seat"])
        elif line["type"] == "dice.rolled":
            assert not waiting
        elif line["type"] == "game.cancelled":
            assert set(line["data"]["withheld"]) <= waiting


# The laws of every log


@every_game
def test_it_numbers_events_without_a_gap_and_never_goes_back_in_time(golden: Golden) -> None:
    assert [line["seq"] for line in golden.lines] == list(range(1, len(golden.lines) + 1))
    times = [line["at"] for line in golden.lines]
    assert times == sorted(times)


@every_game
def test_it_begins_once_and_ends_once(golden: Golden) -> None:
    types = [line["type"] for line in golden.lines]
    assert types[0] == "game.started"
    ends = {"game.finished", "game.aborted", "game.cancelled"}
    assert types[-1] in ends
    assert not set(types[1:-1]) & {"game.started", *ends}


def in_mode(mode: str) -> pytest.MarkDecorator:
    games = [golden for golden in GOLDEN_GAMES if golden.start["mode"] == mode]
    return pytest.mark.parametrize("golden", games, ids=lambda golden: golden.name)


@in_mode("rounds")
def test_it_reveals_each_round_once_all_seats_have_played_it(golden: Golden) -> None:
    # A second, naive account of who has still to play.
    seats = set(range(len(golden.start["seats"])))
    out: set[int] = set()
    done: set[int] = set()
    number, begins = 1, golden.start.get("begins", golden.lines[0]["at"])
    for line in golden.lines[1:]:
        data = line["data"]
        if line["type"] in ("dice.rolled", "box.scored"):
            assert line["seat"] not in done | out
            assert data["turn"] == number
            assert line["at"] >= begins
        if line["type"] == "box.scored":
            done.add(line["seat"])
        elif line["type"] == "seat.resigned":
            out.add(line["seat"])
        elif line["type"] == "round.revealed":
            assert done == seats - out
            assert data["round"] == number
            if "share" in golden.start:
                whole = golden.start["clock"] * 1000 + GRACE_MS + SHOW_MS
                assert data["begins"] == max(begins + whole, line["at"] + MIN_SHOW_MS)
            done, number, begins = set(), number + 1, data["begins"]
    assert number > 1


@in_mode("turns")
def test_it_plays_turn_after_turn_clockwise_past_those_who_are_out(golden: Golden) -> None:
    seats = len(golden.start["seats"])
    seat: int = golden.start["first"]
    turns, rolls = [1] * seats, 0
    saves = golden.start["variant"] == "maxi_yatzy"
    saved = [0] * seats
    out: set[int] = set()

    def following() -> int:
        order = [(seat + step) % seats for step in range(1, seats + 1)]
        return next((each for each in order if each not in out), seat)

    for line in golden.lines:
        data = line["data"]
        if line["type"] == "dice.rolled":
            rolls += 1
            assert (line["seat"], data["turn"], data["roll"]) == (seat, turns[seat], rolls)
            assert rolls <= 3 + saved[seat]
        elif line["type"] == "box.scored":
            assert (line["seat"], data["turn"]) == (seat, turns[seat])
            assert rolls >= 1
            turns[seat] += 1
            saved[seat] += (3 - rolls) * saves
            seat, rolls = following(), 0
        elif line["type"] == "seat.resigned":
            out.add(line["seat"])
            if line["seat"] == seat:
                seat, rolls = following(), 0


@every_game
def test_it_keeps_held_dice_and_card_invariants_at_every_event(golden: Golden) -> None:
    log = golden.log
    assert isinstance(log[0], GameStarted)
    state = initial_state(log[0])
    for number, event in enumerate(log[1:], start=2):
        if isinstance(event, DiceRolled):
            check_held_dice(state, event)
        state = evolve(state, event)
        if isinstance(event, BoxScored):
            check_cards(log[:number], state)
    check_cards(log, state)
    check_log_makes_state(log, state)
    check_secret(log, state, golden.header["secret"])


# Deciding again


def action_of(state: GameState, event: Event, following: Event | None) -> Action:
    """Return the action whose first event is `event`."""
    is_auto = event.seat is not None and state.seats[event.seat].auto
    if event.type == "seat.back" and following is not None and following.at == event.at:
        event, is_auto = following, False
    if is_auto and isinstance(event, DiceRolled | BoxScored):
        return TimeOut()
    match event:
        case DiceRolled():
            return Roll(event.turn, event.roll - 1, event.hold)
        case BoxScored():
            rolls = state.seats[event.seat or 0].turn.rolls
            return Score(event.turn, rolls, event.category, event.column)
        case HintGiven():
            return Hint(event.turn, event.roll)
        case GameAborted():
            return Abort(event.reason)
        case SeedRevealed():
            return Reveal(event.salt, event.seed)
        case GameCancelled():
            return Withhold(event.withheld, event.blamed)
    plain: dict[str, Action] = {
        "turn.timed_out": TimeOut(),
        "seat.resigned": Resign(),
        "seat.back": Back(),
        "seat.away": AutoPlay(event.seat or 0),
    }
    return plain[event.type]


@every_game
def test_it_decides_every_action_as_recorded(golden: Golden) -> None:
    # A changed rule fails here unless the rules get a new version.
    log = golden.log
    assert isinstance(log[0], GameStarted)
    state, done = initial_state(log[0]), 1
    secret, (code, seeds) = bytes.fromhex(golden.header["secret"]), golden.dice_of
    dice = FairDice(secret, code, tuple(seeds), same=golden.has_same_dice)
    while done < len(log):
        event = log[done]
        following = log[done + 1] if done + 1 < len(log) else None
        events = decide(state, event.seat, action_of(state, event, following), dice, event.at)
        assert list(events) == log[done : done + len(events)]
        for each in events:
            state = evolve(state, each)
        done += len(events)
