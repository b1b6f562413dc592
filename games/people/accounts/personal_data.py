"""What features store about players: each exports, merges and forgets its own part."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.people.accounts.models import User
from games.platform import parts

ROWS_AT_ONCE = 200


class Rows:
    """A list in an export that grows with the games of a player: an entry for each row of a query,
    in its order. To go through it takes few rows at a time, and no query is open meanwhile.
    """

    def __init__(
        self, rows: QuerySet[Any], entry: Callable[[Any], Any], at_once: int = ROWS_AT_ONCE
    ) -> None:
        self._rows = rows
        self._entry = entry
        self._at_once = at_once

    def __iter__(self) -> Iterator[Any]:
        # Eight bytes a row. By "pk greater than the last one", the database might go through the
        # rows of everybody.
        keys = array("q", self._rows.values_list("pk", flat=True))
        for start in range(0, len(keys), self._at_once):
            part = keys[start : start + self._at_once]
            found = {row.pk: row for row in self._rows.filter(pk__in=part).order_by()}
            for key in part:
                # A row may be deleted meanwhile.
                if key in found:
                    yield self._entry(found[key])


def _export_nothing(player: User) -> dict[str, Any]:
    return {}


def _do_nothing(*players: object) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Personal:
    """What a feature does with its personal data: `PERSONAL` in its module `personal`.

    All but `export` run in a transaction, and lock rows in the order of docs/data.md#locks.
    """

    export: Callable[[User], dict[str, Any]] = _export_nothing
    """Returns what is stored about a player, as JSON values by the names of sections. Lists that
    grow with the player's games are `Rows`: a section, or a value of a dict in one.
    """
    merge: Callable[[User, User], None] = _do_nothing
    """Gives what a guest (first) has to an account (second). Where both have the same, the account
    keeps its own. The feature that holds tables raises StillPlaying during a game.
    """
    leave: Callable[[int], None] = _do_nothing
    """Takes a player (their number) away from tables and from whatever waits for them there."""
    forget: Callable[[User], None] = _do_nothing
    """Deletes what is stored about a player who deletes their account, after `leave`."""


def all_personal() -> Iterator[Personal]:
    """Yield the parts of all features, in the order in which they lock rows."""
    yield from parts.brought("personal", "PERSONAL", Personal)
