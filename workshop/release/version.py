"""The places that name the version of the site. One run changes all of them, or none."""

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

NUMBER = re.compile(r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)")
UNRELEASED = "## Unreleased"


class NotReleasable(Exception):
    """There can be no release. The text is one line that says what to do."""


class Place(NamedTuple):
    """A file with the version, and what stands around it. `optional`: a file may lack it."""

    file: str
    pattern: re.Pattern[str]
    optional: bool = False


PLACES = (
    Place("yachtsite/__init__.py", re.compile(r'(?<=__version__ = ")[^"]*(?=")')),
    Place("pyproject.toml", re.compile(r'(?<=\nversion = ")[^"]*(?=")')),
    Place("docker-compose.yml", re.compile(r"(?<=\$\{VERSION:-)[^}]*(?=\})"), optional=True),
    Place(".env.example", re.compile(r"(?<=\n# VERSION=)\S*"), optional=True),
)


def current(root: Path) -> str:
    """Return the version of the checkout. Raises NotReleasable if its files differ."""
    found: set[str] = {
        match
        for place in PLACES
        for match in place.pattern.findall((root / place.file).read_text())
    }
    if len(found) != 1:
        raise NotReleasable(f"The files name several versions: {', '.join(sorted(found))}.")
    return found.pop()


def check(root: Path, version: str) -> None:
    """Raise NotReleasable if this is no version, not a newer one, or there is nothing to tell."""
    if not NUMBER.fullmatch(version):
        raise NotReleasable(f"{version} is no version such as 1.1.0.")
    before = current(root)
    if _parts(version) <= _parts(before):
        raise NotReleasable(f"{version} is not newer than {before}.")
    told = _news(root)
    if not told:
        raise NotReleasable(f"CHANGELOG.md says nothing under “{UNRELEASED}”.")


def change(root: Path, version: str, day: date) -> list[str]:
    """Write the version into all places, and its day into the changelog. Return the files."""
    texts = {}
    for place in PLACES:
        text = (root / place.file).read_text()
        changed, times = place.pattern.subn(version, text)
        if not times and not place.optional:
            raise NotReleasable(f"{place.file} names no version.")
        texts[place.file] = changed
    log = (root / "CHANGELOG.md").read_text()
    heading = f"## {version} ({day.isoformat()})"
    texts["CHANGELOG.md"] = log.replace(UNRELEASED, heading, 1)
    for file, text in texts.items():
        (root / file).write_text(text)
    return sorted(texts)


def _news(root: Path) -> str:
    """Return what the changelog says of the next release."""
    _, found, rest = (root / "CHANGELOG.md").read_text().partition(f"{UNRELEASED}\n")
    return rest.partition("\n## ")[0].strip() if found else ""


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
