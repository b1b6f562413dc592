"""How many examples hypothesis tries: fewer in a quick run."""

from hypothesis import settings

QUICK = "quick"
QUICK_SHARE = 5
USUAL = 100
"""What hypothesis tries unless it is told otherwise."""

settings.register_profile(QUICK, max_examples=USUAL // QUICK_SHARE)


def examples(count: int = USUAL) -> int:
    """Return how many examples to try in this run where a full run tries `count`."""
    is_quick = settings.get_current_profile_name() == QUICK
    return max(1, count // QUICK_SHARE) if is_quick else count
