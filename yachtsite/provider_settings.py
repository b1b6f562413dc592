"""The variables of the providers with which people can sign in."""

import os
from collections.abc import Iterable, Sequence


def variables_of(providers: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the variables of each provider, without the beginning of their names."""
    starts = {each: f"OIDC_{each.upper().replace('-', '_')}_" for each in providers}
    return {name: _beginning_with(start, starts.values()) for name, start in starts.items()}


def _beginning_with(start: str, all_starts: Iterable[str]) -> dict[str, str]:
    # "school" has no variable of "school-staff".
    longer = tuple(each for each in all_starts if each != start and each.startswith(start))
    return {
        name.removeprefix(start): value
        for name, value in os.environ.items()
        if name.startswith(start) and not name.startswith(longer)
    }
