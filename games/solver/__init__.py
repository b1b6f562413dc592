"""Perfect play: what every position is worth, and what to do in it.

Exact for the variants of one column, estimated for Triple Yahtzee (`is_exact` tells). The method
is in docs/solver.md. Nothing here knows of Django; `configure` says where tables are kept.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.solver.directory import configure
from games.solver.option import Option
from games.solver.support import UnsupportedVariant, check_supported, is_exact, is_supported

if TYPE_CHECKING:
    from games.solver.decisions import options, sd, value
    from games.solver.tables import Table, table

__all__ = [
    "Option",
    "Table",
    "UnsupportedVariant",
    "check_supported",
    "configure",
    "is_exact",
    "is_supported",
    "options",
    "sd",
    "table",
    "value",
]

HOMES = {
    **dict.fromkeys(("options", "sd", "value"), "games.solver.decisions"),
    **dict.fromkeys(("Table", "table"), "games.solver.tables"),
}


def __getattr__(name: str) -> Any:
    """Import on the first use: numba takes a second and 70 MB, and most processes never compute."""
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
