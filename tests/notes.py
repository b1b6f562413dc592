"""Facts that are printed at the end of a run, gathered from all workers of pytest-xdist.

A pytest plugin, named in pyproject.toml. `note(config, kind, name, fact)` may be called in any
process; the process that prints the summary gets every fact once.
"""

from typing import Any

import pytest

NOTES = pytest.StashKey[dict[str, dict[str, Any]]]()


def note(config: pytest.Config, kind: str, name: str, fact: str | int) -> None:
    """Keep a fact for the summary; the same kind and name replace an earlier one."""
    config.stash.setdefault(NOTES, {}).setdefault(kind, {})[name] = fact


def noted(config: pytest.Config, kind: str) -> dict[str, Any]:
    """Return the facts of one kind, by name."""
    return config.stash.get(NOTES, {}).get(kind, {})


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: send the facts to the process that started it."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["notes"] = session.config.stash.get(NOTES, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """In the process that started the workers: take a worker's facts."""
    for kind, facts in getattr(node, "workeroutput", {}).get("notes", {}).items():
        for name, fact in facts.items():
            note(node.config, kind, name, fact)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which tests were left out and why, what each language lacks, and which services were
    missing.
    """
    left_out = noted(config, "left out")
    if left_out:
        terminalreporter.section("tests that were left out", yellow=True)
        for reason, count in left_out.items():
            terminalreporter.line(f"{count:5} {reason}")
    languages = noted(config, "languages")
    if languages:
        terminalreporter.section("languages: what is not shown holds up a release")
        for language, covered in sorted(languages.items()):
            terminalreporter.line(f"{language:5} {covered}")
    missing = noted(config, "missing")
    if missing:
        terminalreporter.section("missing on this machine: tests were not run", red=True)
        for service, remedy in missing.items():
            terminalreporter.line(f"{service}: {remedy}")
