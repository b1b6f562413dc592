"""`script/lab load --real`: the pace of people, the figures, and a short run with everything."""

import ast
import random
import signal
import statistics
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.environment import ROOT
from tests.support.services import Postgres
from workshop.lab.crowd.costs import Costs
from workshop.lab.crowd.flames import WIDTH, draw
from workshop.lab.crowd.pace import ROLL_S, Pace, People, lognormal
from workshop.lab.crowd.plan import CrowdResult, Options
from workshop.lab.crowd.report import CrowdReport, people_a_core, table
from workshop.lab.crowd.run import measure
from workshop.lab.crowd.sampling import Sampler, read_samples
from workshop.lab.crowd.steps import COUNTED, OTHER, STEPS, by_step, step_of
from workshop.lab.crowd.table import address_of

# --- The pace -----------------------------------------------------------------------------


def test_it_rolls_every_four_seconds_on_average_with_the_spread_of_people() -> None:
    pace = Pace(1)
    gaps = sorted(pace.gap() for _ in range(20_000))
    assert statistics.mean(gaps) == pytest.approx(ROLL_S, rel=0.02)
    assert gaps[10_000] == pytest.approx(3.34, rel=0.03)
    assert gaps[19_000] == pytest.approx(8.96, rel=0.05)
    assert gaps[0] > 0.2


def test_a_box_and_the_next_players_first_roll_take_as_long_as_one_roll() -> None:
    pace = Pace(2)
    turns = [pace.before("score", 3) + pace.before("roll", 0) for _ in range(10_000)]
    assert statistics.mean(turns) == pytest.approx(ROLL_S, rel=0.02)


def test_in_rounds_everybody_takes_longer() -> None:
    pace = Pace(3)
    four = statistics.mean(pace.gap(4) for _ in range(10_000))
    assert four == pytest.approx(2.6 * ROLL_S, rel=0.03)


def test_a_test_may_be_faster() -> None:
    pace, rng = Pace(4, 0.1), random.Random(5)
    assert statistics.mean(pace.gap() for _ in range(10_000)) == pytest.approx(0.1, rel=0.03)
    nine = statistics.mean(lognormal(rng, 9, 0.2) for _ in range(5_000))
    assert nine == pytest.approx(9, rel=0.02)


def test_dice_are_held_one_after_the_other_before_the_roll() -> None:
    assert Pace(6).taps(3, 4.0) == [0.5, 1.0, 1.5]
    assert max(Pace(6).taps(4, 1.0)) < 1.0
    assert Pace(6).taps(0, 1.0) == []


@pytest.mark.parametrize("count", [4, 5, 9, 20, 500, 2000])
def test_everybody_has_a_place_and_nobody_sits_alone(count: int) -> None:
    people = People.of(count)
    sizes = people.tables()
    assert sum(sizes) + people.watching + people.reading == count
    assert {2, 3, 4} >= set(sizes)


def test_everybody_has_an_address_of_their_own_on_this_machine() -> None:
    addresses = [address_of(number) for number in range(130_000)]
    assert len(set(addresses)) == len(addresses)
    assert all(0 < int(part) < 256 for part in addresses[-1].split("."))


# --- Figures ------------------------------------------------------------------------------


def report_of(people: int = 100) -> CrowdReport:
    """Return a report of ten seconds in which the server has used one, a fifth of it for rolls."""
    report = CrowdReport("one server", "SQLite", people, 94, 5, 1, 31, 10.0, 5.0)
    roll = ("run.py:main", "games/tables/sockets/game_commands.py:roll", "games/core/x.py:f")
    report.stacks = Counter({roll: 20, ("run.py:main", "twisted/y.py:g"): 80})
    report.add_costs(Costs({"server": 1.0, "worker": 0.2}, [1.1, 3.0]), (0, 1))
    counts = dict.fromkeys(("frames_in", "bytes_in", "frames_out", "bytes_out"), 1000)
    result = CrowdResult(latency_ms=[1.0] * 50 + [2.0] * 50, lag_ms=1.0)
    result.counts = {**counts, "roll": 310, "score": 90}
    result.sampled = {"roll": 100}
    report.add_result(result)
    return report


def test_it_computes_how_many_people_a_core_serves() -> None:
    report = report_of()
    assert report.us == {"server": pytest.approx(1000), "worker": pytest.approx(200)}
    assert report.people_a_core == pytest.approx(800)
    assert people_a_core(0.0) == 0.0
    assert report.moves_per_second == pytest.approx(40)
    assert report.rolls_of_a_table == pytest.approx(1.0)
    assert report.per_person["frames_in"] == pytest.approx(1.0)


def test_it_tells_what_each_step_costs() -> None:
    other, roll = report_of().steps
    assert (other.name, other.share, other.times_a_second) == (OTHER, 0.8, None)
    assert (roll.name, roll.times_a_second) == ("roll", 20.0)
    assert roll.us == pytest.approx(200)
    # 200 µs/s of each of 100 people are 20 ms a second, for 20 rolls.
    assert roll.each_us == pytest.approx(1000)
    assert roll.people_a_core == pytest.approx(4000)
    assert report_of().top == [("twisted/y.py:g", 0.8), ("games/core/x.py:f", 0.2)]


def test_it_tells_no_latency_when_the_machine_was_busy() -> None:
    assert report_of().latency_ms == {"p50": 2.0, "p95": 2.0, "p99": 2.0}
    for cores, lag, why in (
        ([1.1, 9.0], 1.0, "generator's core was busy"),
        ([1.1, 3.0], 9.0, "9 ms late"),
        ([4.0, 3.0], 1.0, "other programs used 30 %"),
    ):
        report = CrowdReport("one server", "SQLite", 100, 94, 5, 1, 31, 10.0)
        report.add_costs(Costs({"server": 1.0}, cores), (0, 1))
        counts = dict.fromkeys(("frames_in", "bytes_in", "frames_out", "bytes_out"), 1)
        report.add_result(CrowdResult(latency_ms=[1.0], lag_ms=lag, counts=counts))
        assert report.latency_ms is None
        assert why in report.why_no_latency


def test_it_prints_a_column_for_each_number_of_people() -> None:
    lines = table([report_of(100), report_of(200)])
    assert lines[0].split() == ["people", "100", "200"]
    assert any(line.startswith("people a core") and "800.00" in line for line in lines)
    assert not any("Redis" in line for line in lines)
    assert report_of().as_json()["people_a_core"] == 800.0
    assert "verdict      0 problems" in report_of().lines()


# --- Samples ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for names in STEPS.values() for name in names])
def test_it_names_functions_that_exist(name: str) -> None:
    path, _, inside = name.partition(":")
    file = find_spec(path.removesuffix(".py").replace("/", "."))
    assert file is not None
    assert file.origin is not None
    # Not imported: Twisted's reactor may be installed only once.
    found: ast.AST = ast.parse(Path(file.origin).read_text())
    for part in inside.split("."):
        found = next(
            node
            for node in ast.iter_child_nodes(found)
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name == part
        )


def test_a_sample_belongs_to_the_innermost_step() -> None:
    reading, roll = STEPS["frames in"][0], STEPS["roll"][0]
    assert step_of(("main.py:main", reading, roll, "a.py:f")) == "roll"
    assert step_of(("main.py:main", reading, "a.py:f")) == "frames in"
    assert by_step({(roll,): 3, ("a.py:f",): 1}) == {"roll": 3, OTHER: 1}
    assert set(COUNTED) == set(STEPS)


def test_it_samples_what_uses_the_processor(tmp_path: Path) -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGUSR2, signal.SIGPROF)}
    sampler = Sampler(tmp_path / "samples", ROOT)
    try:
        sampler.install()
        signal.raise_signal(signal.SIGUSR2)
        burn(0.3)
        signal.raise_signal(signal.SIGUSR2)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    stacks = read_samples(sampler.path.read_text())
    burning = f"{Path(__file__).relative_to(ROOT)}:burn"
    assert sum(count for stack, count in stacks.items() if burning in stack) > 10


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_it_draws_functions_as_wide_as_their_share() -> None:
    picture = draw({("a.py:f", "games/b.py:<g>"): 3, ("a.py:f",): 1}, "one & all")
    root = ElementTree.fromstring(picture)
    boxes = {
        group[0].text: float(group[1].attrib["width"]) for group in root if group.tag.endswith("}g")
    }
    assert boxes == {"a.py:f 100.0 % (4)": WIDTH, "games/b.py:<g> 75.0 % (3)": 0.75 * WIDTH}
    assert draw({}, "nothing").startswith("<svg")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options(people=3), "at least 4"),
        (Options(people=9, one_process=True, processes=2), "one server"),
        (Options(people=9, redis="redis://10.0.0.1:6379/0"), "this machine"),
    ],
)
def test_it_refuses_what_does_not_fit(options: Options, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        measure(options)


# --- Everything ---------------------------------------------------------------------------


@pytest.mark.server
def test_twenty_people_play_talk_watch_and_read(
    migrated_postgres: Postgres, tmp_path: Path
) -> None:
    report = measure(
        Options(
            people=20,
            seconds=3,
            profile=1,
            joins=40,
            roll_s=0.02,
            fast_s=4,
            warmup=0.2,
            database=migrated_postgres.new_database(),
            redis=None,
            flames=str(tmp_path / "flames.svg"),
        )
    )
    assert report.problems == []
    assert (report.seated, report.watching, report.reading, report.tables) == (18, 1, 1, 6)
    assert min(report.counts[name] for name in ("roll", "score", "hold", "frames_in")) > 0
    assert report.checked["games"] >= 6
    assert report.checked["games finished"] > 0
    assert report.us["server"] > 0
    assert report.pages["200"] > 0
    assert (tmp_path / "flames.svg").read_text().startswith("<svg")
