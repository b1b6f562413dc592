"""Perfect play: the value of every position and of every choice.

Exact for variants with one column, estimated for Triple Yahtzee. docs/solver.md has the method.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.core.solver.directory import configure
from games.core.solver.option import Option
from games.core.solver.support import UnsupportedVariant, check_supported, is_exact, is_supported

if TYPE_CHECKING:
    from games.core.solver.decisions import options, roll_values, sd, value
    from games.core.solver.tables import NotSolved, ValueTable, is_ready, make_table, table

__all__ = [
    "NotSolved",
    "Option",
    "UnsupportedVariant",
    "ValueTable",
    "check_supported",
    "configure",
    "is_exact",
    "is_ready",
    "is_supported",
    "make_table",
    "options",
    "roll_values",
    "sd",
    "table",
    "value",
]

LAZY = {
    **dict.fromkeys(("options", "roll_values", "sd", "value"), "games.core.solver.decisions"),
    **dict.fromkeys(
        ("NotSolved", "ValueTable", "is_ready", "make_table", "table"), "games.core.solver.tables"
    ),
}


def __getattr__(name: str) -> Any:
    """Import on first use: many processes never need NumPy."""
    if name in LAZY:
        return getattr(import_module(LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
