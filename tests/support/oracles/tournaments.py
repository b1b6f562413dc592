"""A second implementation of points and places, and of who may meet: compare everybody with
everybody.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

from games.site.events.tournaments.pairing import Candidate


def steps(size: int) -> list[Fraction]:
    """The points of the places at a table without ties: from 12 down to 0, in equal steps."""
    return [Fraction(12 * (size - place), size - 1) for place in range(1, size + 1)]


def shares(places: Sequence[int]) -> list[Fraction]:
    """Each gets the mean of the places that they and those with the same place take."""
    ordered = sorted(places)
    found = []
    for place in places:
        taken = [steps(len(places))[at] for at, other in enumerate(ordered) if other == place]
        found.append(sum(taken, Fraction(0)) / len(taken))
    return found


def score(games: Sequence[tuple[int, bool, bool]]) -> int:
    """The score after games of (share, won, left): look back at the two games before each."""
    total = 0
    for number, (share, _, left) in enumerate(games):
        before = games[max(0, number - 2) : number]
        doubled = len(before) == 2 and all(won and not gone for _, won, gone in before)
        total += 0 if left else share * (1 + doubled)
    return total


def place(scores: Sequence[int], mine: int) -> int:
    """One more than the number of better scores."""
    return 1 + sum(1 for each in scores if each > mine)


def candidate(
    id_: int,
    score: int = 0,
    waited: float = 0.0,
    met: Collection[int] = (),
    blocked: Collection[int] = (),
    apart: Collection[int] = (),
    rating: float = 1500.0,
) -> Candidate:
    """A player whose entry has the number `id_`, and whose own number is 100 more."""
    sets = (frozenset(met), frozenset(blocked), frozenset(apart))
    return Candidate(id_, 100 + id_, score, rating, waited, *sets)


def may_meet(one: Candidate, other: Candidate) -> bool:
    return not ({one.player} & other.apart or {other.player} & one.apart)


def want_to_meet(one: Candidate, other: Candidate) -> bool:
    return may_meet(one, other) and not (
        {one.player} & other.blocked or {other.player} & one.blocked
    )


def agree(one: Candidate, other: Candidate) -> bool:
    """Whether they may meet now: not again at once, unless one has waited for 10 seconds."""
    again = one.player in other.met or other.player in one.met
    return want_to_meet(one, other) and (not again or max(one.waited, other.waited) >= 10)
