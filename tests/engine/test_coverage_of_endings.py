"""Each variant has a golden game for each way to end, and each bonus has one."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from games.rules import VARIANTS
from tests.engine.golden_games import GOLDEN_GAMES, Golden
from tests.engine.invariants import naive_cards

WRITE = "write a recipe in tests/engine/write_golden.py and run it"


def went_to_the_last_box(golden: Golden) -> bool:
    plain = {"game.started", "dice.rolled", "box.scored", "game.finished"}
    return {line["type"] for line in golden.lines} == plain


def ended_by_resigning(golden: Golden) -> bool:
    return golden.lines[-2]["type"] == "seat.resigned" and bool(golden.data("game.finished"))


def ended_in_automatic_play(golden: Golden) -> bool:
    """Timed out with and without dice on the table, back by acting and by saying so, and gone."""
    types = [line["type"] for line in golden.lines]
    pairs = list(pairwise(types))
    tail = types[len(types) - types[::-1].index("seat.away") :]
    return (
        ("turn.timed_out", "box.scored") in pairs
        and ("turn.timed_out", "seat.away") in pairs
        and types.count("seat.back") == 2
        and "turn.timed_out" not in tail
        and "seat.back" not in tail
        and types[-1] == "game.finished"
    )


def was_aborted(golden: Golden) -> bool:
    return bool(golden.data("game.aborted"))


def has_joker(golden: Golden) -> bool:
    return any(scored["joker"] for scored in golden.data("box.scored"))


def has_both_bonuses(golden: Golden) -> bool:
    return any(
        card.bonuses.total() > 0 and any(card.upper_bonus(column) for column in card.columns)
        for card in naive_cards(golden.log)
    )


def has_upper_bonus(golden: Golden) -> bool:
    (card,) = naive_cards(golden.log)
    return any(card.upper_bonus(column) for column in card.columns)


Fact = Callable[[Golden], bool]
ENDINGS: dict[str, Fact] = {
    "finished": went_to_the_last_box,
    "resigned": ended_by_resigning,
    "timed_out": ended_in_automatic_play,
    "aborted": was_aborted,
}
BONUSES: dict[str, Fact] = {
    "joker": has_joker,
    "free_joker": has_joker,
    "both_bonuses": has_both_bonuses,
}
NEEDED: dict[str, Fact] = {
    **{f"{variant}-{end}": fact for variant in VARIANTS for end, fact in ENDINGS.items()},
    **{
        f"{variant.id}-{bonus}": fact
        for variant in VARIANTS.values()
        if "joker" in variant.switches
        for bonus, fact in BONUSES.items()
    },
    "yatzy-upper_bonus": has_upper_bonus,
}


def test_it_has_a_golden_game_for_each_variant_and_ending() -> None:
    missing = sorted(set(NEEDED) - {golden.name for golden in GOLDEN_GAMES})
    assert not missing, WRITE


@pytest.mark.parametrize("golden", GOLDEN_GAMES, ids=lambda golden: golden.name)
def test_it_is_what_its_name_says(golden: Golden) -> None:
    variant, _, what = golden.name.partition("-")
    assert golden.start["variant"] == variant
    if golden.name in NEEDED:
        assert NEEDED[golden.name](golden)
    assert golden.start["switches"].get("joker", "forced") == {
        "free_joker": "free",
        "no_joker": "none",
    }.get(what, "forced")


def test_it_has_a_further_yahtzee_that_earns_nothing_without_the_joker_rule() -> None:
    (golden,) = [golden for golden in GOLDEN_GAMES if golden.name == "yahtzee-no_joker"]
    alike = {
        line["data"]["turn"]
        for line in golden.lines
        if line["type"] == "dice.rolled" and len(set(line["data"]["dice"])) == 1
    }
    assert len(alike) >= 2
    assert not any(scored["bonus"] or scored["joker"] for scored in golden.data("box.scored"))
