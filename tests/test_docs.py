"""The docs name everything that exists: commands, settings, variants."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from games.rules import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = sorted(
    path.stem
    for path in (ROOT / "games/management/commands").glob("*.py")
    if not path.stem.startswith("_")
)


def settings_read() -> list[str]:
    """The names that yachtsite/settings.py reads from the environment."""
    tree = ast.parse((ROOT / "yachtsite/settings.py").read_text())
    return sorted(
        {
            call.args[0].value
            for call in ast.walk(tree)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == "env"
            and call.args
            and isinstance(call.args[0], ast.Constant)
            and isinstance(call.args[0].value, str)
        }
    )


def test_it_finds_commands_and_settings() -> None:
    assert {"serve", "worker"} <= set(COMMANDS)
    assert {"DATABASE_URL", "REDIS_URL"} <= set(settings_read())


@pytest.mark.parametrize("command", COMMANDS)
def test_it_describes_the_command(command: str) -> None:
    assert f"`{command}" in (ROOT / "docs/commands.md").read_text()


@pytest.mark.parametrize("name", settings_read())
def test_it_explains_the_setting(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs/settings.md").read_text()
    assert re.search(rf"^#? ?{name}=", (ROOT / ".env.example").read_text(), re.MULTILINE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_tells_the_rules_of_the_variant(variant: str) -> None:
    assert f"`{variant}`" in (ROOT / "docs/rules.md").read_text()


def test_it_runs_the_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_it_links_only_to_files_that_exist() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
