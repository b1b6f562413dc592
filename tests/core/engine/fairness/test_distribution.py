"""600,000 dice of fixed secrets fall evenly, alone and in pairs (Pearson's chi-square test)."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

import pytest

from games.core.engine.fairness import die
from games.record.audit.tally import upper_tail

SECRETS = 100
SEATS = 4
TURNS = 100
SEEDS = ("a11ce5eed", "b0b5eed", "cha211e5eed", "da5e5eed")
LEAST_P = 1e-4

Rolls = list[tuple[int, ...]]


def p_value(outcomes: Iterable[Hashable], kinds: int) -> float:
    """Return the probability of outcomes at least this uneven, if all `kinds` are as likely."""
    counts = Counter(outcomes)
    assert len(counts) <= kinds
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    uneven = sum((count - expected) ** 2 / expected for count in counts.values()) + missing
    return upper_tail(uneven, kinds - 1)


def thrown() -> Iterator[tuple[int, ...]]:
    """Yield roll after roll: three of each turn, of each seat, of each game."""
    for number in range(SECRETS):
        secret = hashlib.sha256(f"fixed secret {number}".encode()).digest()
        for seat in range(SEATS):
            for turn in range(1, TURNS + 1):
                for roll in (1, 2, 3):
                    yield tuple(
                        die(secret, f"game{number}", SEEDS, seat, turn, roll, position)
                        for position in range(5)
                    )


@pytest.fixture(scope="module")
def rolls() -> Rolls:
    """120,000 rolls of five dice."""
    return list(thrown())


# The measure itself


def test_it_would_notice_bytes_that_are_not_skipped() -> None:
    # Unless bytes from 252 on are skipped, 1 to 4 fall on 43 of 256 bytes, 5 and 6 on only 42.
    loaded = [byte % 6 + 1 for byte in range(256)] * (600_000 // 256)
    assert p_value(loaded, 6) < LEAST_P


# The dice


def test_it_throws_every_face_as_often(rolls: Rolls) -> None:
    assert p_value((face for roll in rolls for face in roll), 6) > LEAST_P


@pytest.mark.parametrize("first", range(4))
def test_it_throws_every_pair_of_neighbours_as_often(rolls: Rolls, first: int) -> None:
    assert p_value((roll[first : first + 2] for roll in rolls), 36) > LEAST_P


@pytest.mark.parametrize("position", range(5))
def test_it_throws_a_die_again_without_memory(rolls: Rolls, position: int) -> None:
    firsts, seconds = rolls[0::3], rolls[1::3]
    pairs = ((a[position], b[position]) for a, b in zip(firsts, seconds, strict=True))
    assert p_value(pairs, 36) > LEAST_P
