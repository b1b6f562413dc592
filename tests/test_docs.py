"""The docs name all commands, settings and variants, and only files and names that exist."""

import doctest
import re
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings

from games.core.rules import VARIANTS
from tests.environment import ROOT, names_read_by_settings
from yachtsite import __version__

COMMANDS = sorted(
    path.stem
    for path in (ROOT / "games").glob("**/management/commands/*.py")
    if not path.stem.startswith("_")
)
PROGRAMS = sorted(
    path.stem
    for folder in ("workshop/make", "workshop/lab")
    for path in (ROOT / folder / "programs").glob("*.py")
    if path.stem != "__init__"
)
SETTINGS = sorted(names_read_by_settings())


def test_it_finds_commands_and_settings() -> None:
    assert {"serve", "worker"} <= set(COMMANDS)
    assert {"DATABASE_URL", "REDIS_URL"} <= set(SETTINGS)


@pytest.mark.parametrize("command", [*COMMANDS, *PROGRAMS])
def test_it_describes_the_command(command: str) -> None:
    assert f"`{command}" in (ROOT / "docs/commands.md").read_text()


@pytest.mark.parametrize("name", SETTINGS)
def test_it_explains_the_setting(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs/settings.md").read_text()
    assert re.search(rf"^#? ?{name}=", (ROOT / ".env.example").read_text(), re.MULTILINE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_tells_the_rules_of_the_variant(variant: str) -> None:
    assert f"`{variant}`" in (ROOT / "docs/rules.md").read_text()


def test_each_place_names_the_same_release() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert newest is not None
    assert project["version"] == newest[1] == __version__


def test_it_runs_the_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


# Links and paths

DOCS = sorted((ROOT / "docs").glob("*.md"))
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
    *DOCS,
    *DECISIONS,
]
FOLDERS = "games|make|tests|static|templates|docs|deploy|script|yachtsite"
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def paths_in(text: str) -> set[str]:
    """Return the files and folders of the repository in a text, except those with a `<blank>`."""
    return set(re.findall(rf"(?<![\w/.@<-])(?:{FOLDERS})/[\w./-]*\w\b(?!/?[\w<*])", text))


def names_in(text: str) -> set[str]:
    """Return the dotted names of our packages, such as `games.core.rules.VARIANTS`."""
    names = re.findall(r"(?<![\w./])(?:games|make|tests)(?:\.[A-Za-z_]\w*)+", text)
    return {name for name in names if not re.fullmatch(r"games\.[EW]\d+", name)}


def exists(name: str) -> bool:
    """Return whether a dotted name is a module, or a name in one.

    A module is not imported: some are programs, which set Django and its log up once more.
    """
    module, _, attribute = name.rpartition(".")
    try:
        found = find_spec(name) is not None
    except ModuleNotFoundError:
        found = False
    return found or (bool(module) and hasattr(import_module(module), attribute))


def test_it_finds_paths_and_names() -> None:
    text = (
        "`games/core/rules/scoring.py`, script/test tests/core/rules -k joker, "
        "`games/views/<name>.py`, /games/"
    )
    assert paths_in(text) == {"games/core/rules/scoring.py", "script/test", "tests/core/rules"}
    assert names_in("`games.core.rules.Variant` and `games.W001`") == {"games.core.rules.Variant"}
    assert exists("games.core.rules.Variant")
    assert exists("games.core.rules.scoring")
    assert not exists("games.core.rules.no_such_name")


@every_page
def test_it_links_only_to_files_that_exist(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@every_page
def test_it_links_only_to_headings_that_exist(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([\w-]+)\)", page.read_text()):
        file = page.parent / target if target else page
        assert anchor in anchors_of(file), f"{page.name} links to {target}#{anchor}"


@every_page
def test_it_names_only_files_that_exist(page: Path) -> None:
    missing = {path for path in paths_in(page.read_text()) if not (ROOT / path).exists()}
    assert not missing


@every_page
def test_it_names_only_python_names_that_exist(page: Path) -> None:
    assert not {name for name in names_in(page.read_text()) if not exists(name)}


def test_it_links_every_page_from_the_readme() -> None:
    links = set(re.findall(r"^\| \[[^]]+\]\(([^)]+)\) \|", (ROOT / "README.md").read_text(), re.M))
    pages = {str(page.relative_to(ROOT)) for page in PAGES if page.stem != "README"}
    assert links == pages - {f"docs/decisions/{page.name}" for page in DECISIONS} | {
        "docs/decisions"
    }


def rows(page: str, heading: str, width: int) -> list[list[str]]:
    """Return the cells of the table under a heading of the second level."""
    section = (ROOT / page).read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"][2:]
    assert table
    assert all(len(cells) == width for cells in table), heading
    return table


ARCHITECTURE = "docs/architecture.md"
MOST_WORDS = 2_000
"""A newcomer reads docs/architecture.md in one go."""
WAYS = (
    "One roll",
    "One timed-out turn",
    "One chat line",
    "One finished game",
    "One page request",
)


@pytest.mark.parametrize("way", WAYS)
def test_it_names_only_functions_of_the_file_on_the_way(way: str) -> None:
    for file, functions, _ in rows(ARCHITECTURE, way, 3):
        text = (ROOT / file.strip("`")).read_text()
        names = re.findall(r"`([\w.]+)`", functions)
        assert names, file
        for name in names:
            last = name.rpartition(".")[2]
            in_python = rf"\b(?:def|class) {last}\b|^{last}(?:: .+)? = "
            in_javascript = rf"\bfunction {last}\b|^  #?{last}\(.*\{{$|^const {last} = "
            defined = f"{in_python}|{in_javascript}"
            assert re.search(defined, text, re.M), f"{name} is not in {file}"


def test_it_names_only_files_that_exist_in_the_index() -> None:
    text = (ROOT / ARCHITECTURE).read_text()
    index = text.partition("\n## I want to change\n")[2].partition("\n## ")[0]
    entries = re.findall(r"^- .+$", index, re.M)
    assert len(entries) >= 40
    for entry in entries:
        names = re.findall(r"`([^`]+)`", entry)
        assert names, entry
        for name in names:
            # "its feature's `views.py`" is no path.
            assert "/" not in name or (ROOT / name).exists(), entry


def test_it_names_only_files_that_exist_by_package() -> None:
    # A name with several slashes is a folder of the project; the next ones are in it.
    page = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Files by package\n")[2]
    entries = re.findall(r"^- .+$", page.partition("\n## ")[0], re.M)
    assert len(entries) >= 30
    for entry in entries:
        folder = ROOT
        for name in re.findall(r"`([^`]+)`", entry):
            if name.count("/") > 1 or name in {"templates/", "tests/"}:
                folder = ROOT / name
            known = folder.exists() and ((folder / name).exists() or (ROOT / name).exists())
            assert known, f"{name}: {entry}"


def test_it_is_read_in_one_go() -> None:
    assert len((ROOT / ARCHITECTURE).read_text().split()) <= MOST_WORDS


@pytest.mark.parametrize("command", [*COMMANDS, *PROGRAMS])
def test_it_lists_only_options_that_the_command_has(command: str) -> None:
    (path,) = (
        *(ROOT / "games").glob(f"**/management/commands/{command}.py"),
        *(ROOT / "workshop/make/programs").glob(f"{command}.py"),
        *(ROOT / "workshop/lab/programs").glob(f"{command}.py"),
    )
    (row,) = re.findall(rf"^\| `{command}\b.*$", (ROOT / "docs/commands.md").read_text(), re.M)
    for option in re.findall(r"`(--[\w-]+)`", row):
        assert f'"{option}"' in path.read_text(), f"{command} has no {option}"


def test_it_lists_every_limit_with_its_default() -> None:
    listed = {cells[0].strip("`"): cells[1] for cells in rows("docs/settings.md", "Limits", 3)}
    defaults = {key: f"{times}/{seconds}" for key, (times, seconds) in settings.LIMITS.items()}
    assert listed == defaults
