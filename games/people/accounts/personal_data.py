"""What features store about players: each exports, merges and forgets its own part."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.people.accounts.models import User
from games.platform import parts


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
    """Returns what is stored about a player, as JSON values by the names of sections."""
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
