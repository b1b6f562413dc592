"""The simulation finds mistakes: each of these within a few seeds."""

import os
import subprocess
import sys

import pytest

from tests.environment import ROOT
from tests.system.simulation.mutants import MUTANTS, mutated
from tests.system.simulation.plan import Plan, make_plan, unheard_people
from tests.system.simulation.shrinking import shrink
from tests.system.simulation.world import simulate

SEEDS_TRIED = 40
SHOWN_FROM: dict[str, int | Plan] = {
    "merge_a_gap": 32,
    "adopt_a_hint_of_another_game": 1,
    "show_before_the_commit": 1,
    "forget_a_command": 1,
    "skip_the_pause": 1,
    "show_a_hidden_die": 1,
    "keep_an_older_snapshot": 1,
    "lose_a_reload": 25,
    "busy_after_a_commit": 1,
    "accept_another_seed": 1,
    "write_without_comparing": 1,
    "decide_on_what_was_forgotten": 1,
    "forget_before_showing": 40,
    "trust_one_process": 190,
    "refuse_without_asking": unheard_people(1),
}
"""For each mistake, the first seed to try, or a plan that shows it.

A search, because any change in the order of steps makes other stories out of the seeds.
"""


def plans_for(name: str) -> list[Plan]:
    """Return the plans to try for a mistake."""
    first = SHOWN_FROM[name]
    if isinstance(first, Plan):
        return [first]
    return [make_plan(seed) for seed in range(first, first + SEEDS_TRIED)]


@pytest.mark.simulation
@pytest.mark.release
@pytest.mark.parametrize("name", MUTANTS)
def test_it_finds_a_mistake(name: str) -> None:
    for plan in plans_for(name):
        with mutated(name):
            found = simulate(plan).violation
        if found is not None:
            assert simulate(plan).violation is None
            return
    pytest.fail(f"no judge complains in {SEEDS_TRIED} stories")


@pytest.mark.simulation
@pytest.mark.release
def test_it_shrinks_a_failure_to_a_shorter_story() -> None:
    with mutated("forget_a_command"):
        long = simulate(make_plan(2))
        short = shrink(long)
    assert long.violation is not None
    assert short.violation is not None
    assert short.violation.judge == long.violation.judge
    assert len(short.plan.troubles) <= len(long.plan.troubles)
    assert len(str(short.plan)) < len(str(long.plan))


TRACE = """
import os, sys, tempfile
os.environ["DJANGO_SETTINGS_MODULE"] = "yachtsite.settings"
os.environ["DATA_DIR"] = tempfile.mkdtemp(dir=os.environ["DATA_DIR"])
import django
django.setup()
from tests.system.simulation.plan import make_plan
from tests.system.simulation.world import simulate
outcome = simulate(make_plan(int(sys.argv[1])))
print(outcome.steps, *outcome.trace, sep="\\n")
"""


@pytest.mark.simulation
@pytest.mark.process
def test_it_is_the_same_again_in_every_process() -> None:
    stories = []
    for number in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": number}
        command = [sys.executable, "-c", TRACE, "11"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        stories.append(done.stdout)
    assert stories[0] == stories[1]
    assert stories[0].count("\n") > 100
