"""`python -m games.core.solver TEXT FOLDER BYTES`: store the table of house rules, also the one for
browsers, and print what perfect play scores as JSON.

It is niced and uses one thread. At most so many bytes of tables stay in the folder.
"""

import json
import os
import sys

POLITENESS = 15
"""The nice value."""


def main(text: str, folder: str, most: str) -> None:
    """Solve the rules with this text. Raises RulesError and UnsupportedVariant."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    os.environ["NUMBA_NUM_THREADS"] = "1"
    # Imported here, so that loading is niced, too.
    from games.core.rules import find_variant  # noqa: PLC0415
    from games.core.solver import configure  # noqa: PLC0415
    from games.core.solver.portable import make  # noqa: PLC0415
    from games.core.solver.tables import make_table, remove_unused  # noqa: PLC0415

    configure(folder)
    variant = find_variant(text)
    found = make_table(variant, threads=1)
    make(variant)
    remove_unused(int(most))
    print(json.dumps({"expected": found.start, "sd": found.sd}))


if __name__ == "__main__":
    main(*sys.argv[1:])
