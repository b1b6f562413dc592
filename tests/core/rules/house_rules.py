"""Random house rules."""

import random

from games.core.rules import find_variant
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.errors import InvalidRules
from games.core.rules.house_rules import BASES, find_rules

PLAIN = (
    *("full-house-sum", "full-house-25", "five-alike-full-house", "two-pairs-of-four"),
    *("kinds-all", "kinds-equal", "small-straight-of-four", "small-straight-1-5", "straights-sum"),
    *("joker-none", "joker-forced", "joker-free", "extra-none", "extra-100"),
    *("five-alike-plus-dice", "order-free", "order-down", "order-lower-first"),
    *("rolls-2", "rolls-3", "rolls-4", "save-rolls", "six-dice", "six-dice"),
    *("double-generala", "double-generala", "served-win", "served-win"),
)


def random_words(base: str, rng: random.Random) -> list[str]:
    """Return some words in a random order. They need not fit."""
    lower = [each.id for each in find_variant(base).categories if each.section == "lower"]
    boxes = [id_.replace("_", "-") for id_ in (*lower, *CATALOGUE)]
    words = rng.sample(PLAIN, rng.randint(0, 5))
    words += [f"no-{rng.choice(boxes)}" for _ in range(rng.randint(0, 2))]
    words += [f"with-{rng.choice(boxes)}" for _ in range(rng.randint(0, 2))]
    words += [f"served-{rng.choice(boxes)}-{rng.randint(1, 60)}"] * (rng.random() < 0.4)
    words += [f"bonus-{rng.choice((0, 35, 50, rng.randint(1, 200)))}"] * (rng.random() < 0.4)
    words += [f"limit-{rng.randint(40, 84)}"] * (rng.random() < 0.4)
    rng.shuffle(words)
    return words


def random_rules(rng: random.Random) -> tuple[str, str]:
    """Return a random text that fits, and the one text of its rules."""
    while True:
        base = rng.choice(BASES)
        text = "+".join((base, *random_words(base, rng)))
        try:
            return text, find_rules(text).id
        except InvalidRules:
            continue
