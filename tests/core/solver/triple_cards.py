"""Cards of Triple Yahtzee for the tests."""

from random import Random

from hypothesis import strategies as st

from games.core.rules import Fill, Scorecard, find_variant

JOKERS = ("forced", "free", "none")


def play_on(card: Scorecard, turns: int, rng: Random) -> Scorecard:
    """Return the card after some random turns, with far more Yahtzees than real dice give."""
    for _ in range(turns):
        alike = rng.random() < 0.4
        roll = [rng.randint(1, 6)] * 5 if alike else [rng.randint(1, 6) for _ in range(5)]
        fills = card.fills(roll)
        fifties = [fill for fill in fills if fill.box.category == "yahtzee" and fill.points]
        card = card.apply(rng.choice(fifties or fills))
    return card


def any_card(joker: str, left: int, seed: int) -> Scorecard:
    """A card with this many open boxes."""
    card = Scorecard(find_variant("triple_yahtzee", joker=joker))
    return play_on(card, 39 - left, Random(seed))


def card_with_open(joker: str, *boxes: tuple[int, str], upper: int = 12) -> Scorecard:
    """A card with these boxes open; 50 in every other Yahtzee box, `upper` in fours and up."""
    card = Scorecard(find_variant("triple_yahtzee", joker=joker))
    for box in card.open_boxes:
        if tuple(box) not in boxes:
            points = {"yahtzee": 50, "fours": upper, "fives": 15, "sixes": 18}.get(box.category, 0)
            card = card.apply(Fill(box, points, 0, False))
    return card


cards = st.builds(any_card, st.sampled_from(JOKERS), st.integers(0, 39), st.integers(0, 2**30))
