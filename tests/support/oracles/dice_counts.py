"""A second, naive way to count dice: from the lines of a log, die by die."""

from collections import Counter
from typing import Any

Line = dict[str, Any]


def naive_counts(lines: list[Line]) -> Counter[tuple[str, int, int]]:
    """Count the thrown dice by kind of table, row and face."""
    found: Counter[tuple[str, int, int]] = Counter()
    rolls = [line for line in lines if line["type"] == "dice.rolled"]
    for number, line in enumerate(rolls):
        mine = [roll["data"] for roll in rolls[:number] if roll["seat"] == line["seat"]]
        dice = line["data"]["dice"]
        thrown = set(range(len(dice))) - set(line["data"]["hold"])
        for place in thrown:
            found["place", place, dice[place]] += 1
        if mine:
            for place in thrown:
                found["before", mine[-1]["dice"][place], dice[place]] += 1
        for left in range(len(dice) - 1):
            if {left, left + 1} <= thrown:
                found["left", dice[left], dice[left + 1]] += 1
    return found
