"""Change the core at random places, and print which changes no test notices.

Draws changes (another operator, number, condition ...) evenly over games/core/rules, engine, log
and fairness, makes each in a copy of the tree, and runs the tests of its package until one fails.
What survives is either equal in effect, or a gap in the tests. cosmic-ray makes the changes:
`.venv/bin/uv pip install cosmic-ray`.
"""

import ast
import difflib
import os
import random
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.environment import ROOT

TESTS = {
    "games/core/rules": (
        "tests/core/rules tests/core/engine/test_golden.py",
        "tests/core/engine tests/site/front/api",
    ),
    "games/core/engine": (
        "tests/core/engine",
        "tests/record/log tests/tables/sockets tests/system/recordings tests/tables/live",
    ),
    "games/record/log": (
        "tests/record/log",
        "tests/record/fairness tests/tables/live tests/tables/rooms tests/tables/sockets",
    ),
    "games/record/fairness": (
        "tests/record/fairness tests/core/engine/fairness",
        "tests/record/log tests/tables/rooms tests/site/events/daily tests/site/events/tournaments",
    ),
}
"""For each package, the tests that notice most, and those that run if these notice nothing."""
LIMIT_S = 240


class Mutant(NamedTuple):
    """A change: the operator's name, and which of the places where it fits."""

    path: Path
    operator: str
    occurrence: int
    line: int


def positions(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Yield first and last line of what runs no code or is only for people: types and logs."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            found = getattr(node, name, None)
            if found is not None:
                yield found.lineno, found.end_lineno
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("logger."):
            yield node.lineno, node.end_lineno or node.lineno


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every change of a file that cosmic-ray knows. Raises SystemExit without cosmic-ray."""
    try:
        plugins, trees = import_module("cosmic_ray.plugins"), import_module("cosmic_ray.ast")
    except ImportError:
        raise SystemExit("Install cosmic-ray: .venv/bin/uv pip install cosmic-ray") from None
    tree = trees.get_ast_from_path(path)
    left_out = {
        line
        for first, last in positions(ast.parse(path.read_text()))
        for line in range(first, last + 1)
    }
    for name in plugins.operator_names():
        kind = plugins.get_operator(name)
        if kind.arguments():
            continue
        places = (at for node in trees.ast_nodes(tree) for at in kind().mutation_positions(node))
        for occurrence, ((line, _), _end) in enumerate(places):
            if line not in left_out:
                yield Mutant(path, name, occurrence, line)


def changed(mutant: Mutant) -> str | None:
    """Return the text of the file after the change, or None if there is no such change."""
    operator = import_module("cosmic_ray.plugins").get_operator(mutant.operator)()
    code = mutant.path.read_text()
    made: Any = import_module("cosmic_ray.mutating").mutate_code(code, operator, mutant.occurrence)
    return None if made is None or made == code else str(made)


def is_noticed(tree: Path, tests: str) -> bool:
    """Return whether one of the tests fails, or does not end."""
    command = [sys.executable, "-m", "pytest", *tests.split(), "-x", "-q", "-n", "0", "--quick"]
    try:
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider"],
            cwd=tree,
            capture_output=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def survives(tree: Path, mutant: Mutant, text: str, number: int) -> bool:
    """Make the change in the copy of the tree, try the tests, and take it back."""
    path = tree / mutant.path.relative_to(ROOT)
    before = path.read_text()
    package = "/".join(path.relative_to(tree).parts[:2])
    # Python compiles a file again if its time has changed by a second.
    later = time.time() + 10 * number
    try:
        path.write_text(text)
        os.utime(path, (later, later))
        return not any(is_noticed(tree, tests) for tests in TESTS[package])
    finally:
        path.write_text(before)
        os.utime(path, (later + 5, later + 5))


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to draw."""
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="leave out as many, to go on")


def run(options: Namespace) -> None:
    """Print a line for each change, and the difference for each survivor."""
    files = sorted(path for package in TESTS for path in (ROOT / package).rglob("*.py"))
    everything = [mutant for path in files for mutant in mutants_of(path)]
    drawn = random.Random(options.seed).sample(everything, options.count)
    print(f"seed {options.seed}: {options.count} of {len(everything)} changes")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="yacht-mutants-") as directory:
        tree = Path(directory)
        files_of_git = subprocess.run(
            ["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True
        ).stdout
        subprocess.run(["tar", "-x", "-C", str(tree)], input=files_of_git, check=True)
        for number, mutant in enumerate(drawn[options.first :], options.first):
            text = changed(mutant)
            if text is None:
                counts["no change"] += 1
                continue
            outcome = "survived" if survives(tree, mutant, text, number) else "killed"
            counts[outcome] += 1
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            print(f"{number} {outcome}: {where} {mutant.operator}", flush=True)
            if outcome == "survived":
                lines = mutant.path.read_text().splitlines(), text.splitlines()
                print(*difflib.unified_diff(*lines, lineterm="", n=0), sep="\n", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
