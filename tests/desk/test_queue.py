"""Who is often right comes first, and still nobody waits for long."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.desk.queue import Waiting, in_order

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOURS = st.integers(0, 30)
CROWDS = st.lists(
    st.tuples(HOURS, st.integers(0, 10), st.integers(0, 10)).map(
        lambda row: (row[0], min(row[1], row[2]), row[2])
    ),
    max_size=12,
)


def waiting(crowd: list[tuple[int, int, int]]) -> list[Waiting]:
    return [
        Waiting(number, NOW - timedelta(hours=hours), right, judged)
        for number, (hours, right, judged) in enumerate(crowd)
    ]


def is_trusted(row: tuple[int, int, int]) -> bool:
    _, right, judged = row
    return judged >= 4 and right * 10 >= judged * 7


@given(CROWDS)
def test_it_loses_nobody_and_puts_those_who_wait_long_first(
    crowd: list[tuple[int, int, int]],
) -> None:
    order = in_order(waiting(crowd), NOW)
    assert sorted(order) == list(range(len(crowd)))
    late = [crowd[number][0] > 12 for number in order]
    assert late == sorted(late, reverse=True)


@given(CROWDS)
def test_after_two_of_the_trusted_comes_one_of_the_others(
    crowd: list[tuple[int, int, int]],
) -> None:
    order = [number for number in in_order(waiting(crowd), NOW) if crowd[number][0] <= 12]
    trusted = [is_trusted(crowd[number]) for number in order]
    for place in range(len(trusted) - 2):
        if all(trusted[place : place + 3]):
            assert all(trusted[place:]), "three in a row only if nobody else is left"
    if any(trusted):
        assert trusted[0]
