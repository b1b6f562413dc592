"""Who is often right comes first, and still nobody waits for long; the database sorts."""

import random
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from games.models import User
from games.site.account.desk.cases import in_order
from games.site.account.desk.models import Case, Report

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Crowd(NamedTuple):
    """A case that waits: for how many hours, and for each reporter (right, judged)."""

    hours: int
    reporters: list[tuple[int, int]]


def random_case(rng: random.Random) -> Crowd:
    judged = [rng.choice([0, 3, 4, 5, 10, 90]) for _ in range(rng.randint(0, 3))]
    # 63 of 90 is exactly 70 %.
    return Crowd(
        rng.randint(0, 30), [(min(each, rng.choice([2, 4, 7, 62, 63])), each) for each in judged]
    )


def is_trusted(case: Crowd) -> bool:
    return any(judged >= 4 and 10 * right >= 7 * judged for right, judged in case.reporters)


def naive_order(cases: list[Crowd]) -> list[int]:
    """The order as docs/security.md tells it, by taking one case after the other."""
    numbers = sorted(range(len(cases)), key=lambda n: (-cases[n].hours, n))
    late = [n for n in numbers if cases[n].hours > 12]
    order = [n for n in late if is_trusted(cases[n])]
    order += [n for n in late if n not in order]
    trusted = [n for n in numbers if n not in late and is_trusted(cases[n])]
    others = [n for n in numbers if n not in late and n not in trusted]
    others.sort(key=lambda n: -len(cases[n].reporters))
    while trusted or others:
        order += trusted[:2] + others[:1]
        trusted, others = trusted[2:], others[1:]
    return order


def store(cases: list[Crowd]) -> dict[int, int]:
    """Store the cases; return their numbers by their ids."""
    numbers = {}
    for number, case in enumerate(cases):
        opened_at = NOW - timedelta(hours=case.hours)
        row = Case.objects.create(key=f"player:{number}", opened_at=opened_at)
        numbers[row.pk] = number
        for place, (right, judged) in enumerate(case.reporters):
            name = f"r{number}-{place}"
            reporter = User.objects.create(username=name, name=name)
            Report.objects.create(case=row, reporter=reporter, reason="insult", at=NOW)
            past = Case.objects.bulk_create(
                Case(key="x", state="closed", opened_at=NOW) for _ in range(judged)
            )
            Report.objects.bulk_create(
                Report(case=each, reporter=reporter, reason="insult", at=NOW, upheld=turn < right)
                for turn, each in enumerate(past)
            )
    return numbers


@pytest.mark.parametrize("seed", range(8))
def test_it_sorts_as_a_naive_program_does(db: None, seed: int) -> None:
    rng = random.Random(seed)
    cases = [random_case(rng) for _ in range(rng.randint(0, 14))]
    numbers = store(cases)
    assert [numbers[case.pk] for case in in_order(NOW)] == naive_order(cases)


def test_two_of_the_trusted_come_before_one_of_the_others(db: None) -> None:
    trusted, other = Crowd(1, [(5, 5)]), Crowd(2, [(0, 0)])
    numbers = store([other, other, trusted, trusted, trusted, Crowd(13, [])])
    assert [numbers[case.pk] for case in in_order(NOW)] == [5, 2, 3, 0, 4, 1]


@pytest.mark.parametrize("hours", [1, 20])
def test_a_flood_pushes_no_trusted_report_from_the_first_page(db: None, hours: int) -> None:
    store([Crowd(hours, [(0, 0)]) for _ in range(120)])
    case = Case.objects.create(key="event:trusted", opened_at=NOW - timedelta(hours=hours - 1))
    reporter = User.objects.create(username="t", name="T")
    Report.objects.create(case=case, reporter=reporter, reason="insult", at=NOW)
    for _ in range(5):
        past = Case.objects.create(key="x", state="closed", opened_at=NOW)
        Report.objects.create(case=past, reporter=reporter, reason="insult", at=NOW, upheld=True)
    assert case in list(in_order(NOW)[:3])
