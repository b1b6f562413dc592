"""The docs name everything that exists: commands, settings, variants."""

import doctest
import re
from pathlib import Path

import pytest

from games.rules import VARIANTS
from tests.environment import names_read_by_settings

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = sorted(
    path.stem
    for path in (ROOT / "games").glob("**/management/commands/*.py")
    if not path.stem.startswith("_")
)
SETTINGS = sorted(names_read_by_settings())


def test_it_finds_commands_and_settings() -> None:
    assert {"serve", "worker"} <= set(COMMANDS)
    assert {"DATABASE_URL", "REDIS_URL"} <= set(SETTINGS)


@pytest.mark.parametrize("command", COMMANDS)
def test_it_describes_the_command(command: str) -> None:
    assert f"`{command}" in (ROOT / "docs/commands.md").read_text()


@pytest.mark.parametrize("name", SETTINGS)
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
