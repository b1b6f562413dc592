"""Which examples hypothesis tries: the same in every run, and fewer in a quick one.

`--hypothesis-profile=default` tries others each time. `TEST_TIMES=5` plays five times as many
random games in long tests.
"""

import os

from hypothesis import HealthCheck, settings

FULL = "full"
QUICK = "quick"
QUICK_SHARE = 5
USUAL = 100
"""What hypothesis tries unless it is told otherwise."""

settings.register_profile(
    FULL,
    max_examples=USUAL,
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(QUICK, settings.get_profile(FULL), max_examples=USUAL // QUICK_SHARE)


def examples(count: int = USUAL) -> int:
    """Return how many examples to try in this run where a full run tries `count`."""
    is_quick = settings.get_current_profile_name() == QUICK
    return max(1, count // QUICK_SHARE) if is_quick else count


def times(count: int) -> int:
    """Return how many random cases to try in this run where an ordinary run tries `count`."""
    return count * int(os.environ.get("TEST_TIMES", "1"))
