"""Which solutions were just told at an address: who asks without an account, and then answers with
it, has solved nothing.

In memory, like all limits: it is only a rating.
"""

from contextlib import suppress

from games.people.accounts.models import User
from games.platform.limits.rates import LimitedError, is_untouched, take

KEPT_S = 86_400
VISITOR, GUEST = "visitor", "guest"


def note(player: User | None, address: str, code: str) -> None:
    """Note that the player (None: a visitor without a name) is told the solution of a puzzle.

    Accounts do not count: people in a family or class may all have one.
    """
    if player is None or player.is_guest:
        with suppress(LimitedError):  # told already
            take(_key(VISITOR if player is None else GUEST, address, code), 1, KEPT_S)


def may_know(player: User, address: str, code: str) -> bool:
    """Whether the player may have been told the solution at this address as somebody else: as a
    visitor, or as a guest if they have an account.
    """
    others = (VISITOR,) if player.is_guest else (VISITOR, GUEST)
    return not all(is_untouched(_key(each, address, code), 1, KEPT_S) for each in others)


def _key(who: str, address: str, code: str) -> str:
    return f"told|{who}|{address}|{code}"
