"""Perfect play: what every position is worth, and what to do in it.

Exact for the variants of one column, estimated for Triple Yahtzee (`is_exact` tells). The method
is in docs/solver.md. Nothing here knows of Django; `configure` says where tables are kept.
"""

from games.solver.decisions import Option, is_exact, options, sd, value
from games.solver.tables import Table, configure, table

__all__ = ["Option", "Table", "configure", "is_exact", "options", "sd", "table", "value"]
