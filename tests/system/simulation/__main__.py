"""Simulate until the time is up, or until a judge finds something.

python -m tests.system.simulation --hours 1
python -m tests.system.simulation --seed 4 --mutant forget_before_showing
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from itertools import count

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")


def main() -> int:
    """Return 1 if a judge has found something."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.simulation")
    parser.add_argument("--hours", type=float, default=0.1)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, help="this seed alone")
    parser.add_argument(
        "--mutant", default="", help="a mistake of tests/system/simulation/mutants.py"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        os.environ["DATA_DIR"] = directory
        django.setup()
        return _simulate(options)


def _simulate(options: argparse.Namespace) -> int:
    from tests.system.simulation.mutants import mutated  # noqa: PLC0415 - after django.setup
    from tests.system.simulation.plan import make_plan  # noqa: PLC0415
    from tests.system.simulation.shrinking import shrink  # noqa: PLC0415
    from tests.system.simulation.world import simulate  # noqa: PLC0415

    began = time.monotonic()
    sums: Counter[str] = Counter()
    for seed in [options.seed] if options.seed is not None else count(options.first):
        with mutated(options.mutant):
            outcome = simulate(make_plan(seed))
            sums.update(seeds=1, games=outcome.games, steps=outcome.steps)
            sums.update(finished=outcome.finished)
            if outcome.violation is not None:
                print(f"Seed {seed} fails. The shortest story of it:")
                print(shrink(outcome).story)
                break
        if time.monotonic() - began > options.hours * 3600:
            break
    took = time.monotonic() - began
    words = ", ".join(f"{number:,} {what}" for what, number in sums.items())
    print(f"{words} in {took:.0f} s: {sums['games'] * 3600 / took:,.0f} games and", end=" ")
    print(f"{sums['steps'] * 3600 / took:,.0f} steps an hour")
    return 0 if outcome.violation is None else 1


if __name__ == "__main__":
    sys.exit(main())
