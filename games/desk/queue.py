"""The order in which moderators see cases. Pure."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

OFTEN_RIGHT = 0.7
"""The share of upheld reports from which a reporter counts as often right."""
MIN_JUDGED = 4
"""So many judged reports, before anybody counts as often right."""
TRUSTED_IN_A_ROW = 2
"""After so many cases of reporters who are often right, one of somebody else comes."""
OVERDUE = timedelta(hours=12)
"""A case that has waited longer comes before all others, no matter who reported it."""


class Waiting(NamedTuple):
    """A case that waits. `right`, `judged`: the best record of its reporters. `reports`: how many
    there are.
    """

    case: int
    opened_at: datetime
    right: int
    judged: int
    reports: int = 1

    @property
    def is_trusted(self) -> bool:
        """Whether somebody reported it who is often right."""
        return self.judged >= MIN_JUDGED and self.right >= OFTEN_RIGHT * self.judged


def in_order(waiting: Iterable[Waiting], now: datetime) -> list[int]:
    """Return the ids of the cases, first to last."""
    oldest = sorted(waiting, key=lambda each: (each.opened_at, each.case))
    overdue = [each for each in oldest if now - each.opened_at > OVERDUE]
    fresh = [each for each in oldest if each not in overdue]
    trusted = [each for each in fresh if each.is_trusted]
    others = sorted((each for each in fresh if not each.is_trusted), key=lambda e: -e.reports)
    mixed: list[Waiting] = []
    while trusted or others:
        mixed.extend(trusted[:TRUSTED_IN_A_ROW])
        del trusted[:TRUSTED_IN_A_ROW]
        mixed.extend(others[:1])
        del others[:1]
    return [each.case for each in (*overdue, *mixed)]
