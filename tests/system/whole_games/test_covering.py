"""The rows of whole games: few, the same in every run, and nothing possible is missing."""

from functools import cache
from itertools import combinations, product

import pytest

from tests.system.whole_games.covering import covering_rows
from tests.system.whole_games.dimensions import CLOSE, DIMENSIONS, RULES, Row, bots_of, people_of

rows = cache(covering_rows)


def is_allowed(row: Row) -> bool:
    """Whether no rule forbids a whole row."""
    return not any(
        all(row[name] in values for name, values in rule.values.items()) for rule in RULES
    )


def naive_possible(given: Row) -> bool:
    """Whether any row at all has these values: try all values, one dimension after the other, and
    go back where a rule is broken.
    """
    names = [*given, *(name for name in DIMENSIONS if name not in given)]

    def grow(row: dict[str, str]) -> bool:
        for rule in RULES:
            if rule.values.keys() <= row.keys() and all(
                row[name] in values for name, values in rule.values.items()
            ):
                return False
        if len(row) == len(names):
            return True
        name = names[len(row)]
        values = [given[name]] if name in given else DIMENSIONS[name]
        return any(grow({**row, name: value}) for value in values)

    return grow({})


def all_combinations(size: int, names: tuple[str, ...]) -> list[Row]:
    return [
        dict(zip(chosen, values, strict=True))
        for chosen in combinations(names, size)
        for values in product(*(DIMENSIONS[name] for name in chosen))
    ]


def is_covered(wanted: Row) -> bool:
    return any(all(row[name] == value for name, value in wanted.items()) for row in rows())


@pytest.mark.parametrize(("size", "names"), [(2, tuple(DIMENSIONS)), (3, CLOSE)])
def test_every_possible_combination_is_in_a_row(size: int, names: tuple[str, ...]) -> None:
    missing = [each for each in all_combinations(size, names) if not is_covered(each)]
    assert [each for each in missing if naive_possible(each)] == []


def test_no_row_is_impossible() -> None:
    assert all(row.keys() == DIMENSIONS.keys() for row in rows())
    assert [row for row in rows() if not is_allowed(row)] == []


def test_every_value_is_in_a_row() -> None:
    assert {(name, row[name]) for row in rows() for name in row} == {
        (name, value) for name, values in DIMENSIONS.items() for value in values
    }


def test_every_value_is_in_the_rows_that_two_servers_play_in_ci() -> None:
    several = [row for row in rows() if row["processes"] != "one"]
    some, every = (
        {item for row in each for item in row.items()} for each in (several[::2], several)
    )
    assert some == every


def test_there_are_few_rows() -> None:
    assert 50 < len(rows()) <= 90


def test_it_makes_the_same_rows_again() -> None:
    assert covering_rows() == rows()


def test_every_rule_names_values_that_exist() -> None:
    for rule in RULES:
        assert rule.reason
        for name, values in rule.values.items():
            assert values, rule
            assert values < set(DIMENSIONS[name]), rule


@pytest.mark.parametrize("number", range(len(RULES)))
def test_every_rule_forbids_something_that_no_other_does(number: int) -> None:
    rule = RULES[number]
    pairs = [
        dict(zip(rule.values, values, strict=True)) for values in product(*rule.values.values())
    ]
    others = RULES[:number] + RULES[number + 1 :]
    assert any(
        not any(
            other.values.keys() <= pair.keys()
            and all(pair[name] in values for name, values in other.values.items())
            for other in others
        )
        for pair in pairs
    ), f"superfluous: {rule}"


def test_somebody_plays_in_every_row() -> None:
    for row in rows():
        assert people_of(row) >= 1
        assert bots_of(row) + people_of(row) == int(row["seats"])
