"""Keep the dailies: commit to tomorrow's, end yesterday's, count and analyse their results."""

import logging
from functools import partial

from games.clock import monotonic, utc_now
from games.daily.judging import judge_some
from games.daily.opening import open_dailies
from games.daily.settling import count_weeks, settle, take_open_results
from games.database.threads import SLOW, in_database
from games.live.registry import current_hubs

logger = logging.getLogger(__name__)

# Results of running dailies are stored this often, so that few are left at their end.
RESULTS_EVERY_S = 15.0
_results_at = float("-inf")


async def sweep_dailies() -> int:
    """Open, end and count dailies, as far as there is something to do. Return how many steps were
    taken.
    """
    global _results_at  # noqa: PLW0603 - one worker a process
    now = utc_now()
    if monotonic() - _results_at >= RESULTS_EVERY_S:
        _results_at = monotonic()
        await in_database(take_open_results)
    opened = await in_database(partial(open_dailies, now))
    ended = await in_database(partial(settle, now))
    for room in ended:
        current_hubs().room_changed(room)
    return opened + len(ended) + await in_database(count_weeks)


async def judge_dailies() -> int:
    """Analyse some games of revealed dailies. Returns how many.

    Failures are logged and tried again, because other games are analysed after this.
    """
    try:
        return await in_database(judge_some, SLOW)
    except Exception:  # whatever it is, it must not keep other games from being analysed
        logger.exception("the games of a daily could not be analysed")
        return 0
