"""Providers that are away: each rests for a moment, and the log says so seldom."""

import logging
from typing import NamedTuple

from games.platform.clock import monotonic

logger = logging.getLogger(__name__)

REST_S = 10
"""So long a provider that was away is not asked again."""
TOLD_EVERY_S = 300
"""The log has one line about a provider in this time, however many people try."""


class Away(Exception):
    """A provider does not answer, or not what it should. The message is for the operator."""


class _Told(NamedTuple):
    until: float
    """When the log may say it again."""
    more: int
    """How many failed since it did."""


_resting: dict[str, float] = {}
_told: dict[str, _Told] = {}


def check_rested(provider: str) -> None:
    """Raise Away if this provider was away a moment ago."""
    if monotonic() < _resting.get(provider, 0.0):
        raise Away("It was away a moment ago.")


def let_rest(provider: str) -> None:
    """Ask this provider nothing for REST_S."""
    _resting[provider] = monotonic() + REST_S


def tell_away(provider: str, error: Exception) -> None:
    """Log that signing in with a provider fails: a warning, because people who are signed in play
    on, and one in TOLD_EVERY_S.
    """
    told = _told.get(provider)
    if told is not None and monotonic() < told.until:
        _told[provider] = told._replace(more=told.more + 1)
        return
    more = f" ({told.more} more since the last line)" if told is not None and told.more else ""
    kind = type(error).__name__
    logger.warning("Signing in with %s fails: %s: %.300s%s", provider, kind, error, more)
    _told[provider] = _Told(monotonic() + TOLD_EVERY_S, 0)


def tell_back(provider: str) -> None:
    """Log that a provider is back, if the log has said that it is away."""
    if _told.pop(provider, None) is not None:
        logger.warning("Signing in with %s works again.", provider)


def forget() -> None:
    """Begin as a new process does."""
    _resting.clear()
    _told.clear()
