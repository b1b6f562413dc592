"""`script/release`: what it refuses, what it changes, and what it says at the end."""

import shutil
import subprocess
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.environment import ROOT
from workshop.release import __main__ as release
from workshop.release import parts_list, version
from workshop.release.version import NotReleasable

FILES = (*{place.file for place in version.PLACES}, "requirements.lock")
pytestmark = pytest.mark.process
LOG = "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 1.0.0 (2026-11-27)\n\n- All.\n"


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of the files that name the version, as they are here, of version 1.0.0."""
    for file in FILES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    before = version.current(tmp_path)
    for place in version.PLACES:
        path = tmp_path / place.file
        path.write_text(place.pattern.sub("1.0.0", path.read_text()))
    assert before
    (tmp_path / "CHANGELOG.md").write_text(LOG)
    (tmp_path / ".gitignore").write_text("var/\n")
    git(tmp_path, "init", "--quiet")
    for name, value in (("user.name", "Nora"), ("user.email", "nora@example.org")):
        git(tmp_path, "config", name, value)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "All")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(parts_list, "write", lambda *arguments: 3)
    return tmp_path


def test_the_files_name_one_version() -> None:
    assert version.NUMBER.fullmatch(version.current(ROOT))


def test_it_sets_the_version_everywhere_dates_the_changelog_and_tags(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(["1.1.0", "--skip-checks", "--skip-image"]) == 0
    assert version.current(checkout) == "1.1.0"
    today = datetime.now(UTC).date()
    log = (checkout / "CHANGELOG.md").read_text()
    assert log == LOG.replace("## Unreleased", f"## 1.1.0 ({today.isoformat()})")
    assert git(checkout, "tag") == "v1.1.0"
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "log", "-1", "--format=%s") == "Release 1.1.0"
    assert "git push origin HEAD v1.1.0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("number", "broken", "told"),
    [
        ("1.0.0", "", "not newer than 1.0.0"),
        ("0.9.9", "", "not newer"),
        ("1.1", "", "no version"),
        ("v1.1.0", "", "no version"),
        ("1.01.0", "", "no version"),
        ("1.1.0", "dirty", "changes"),
        ("1.1.0", "tag", "tag v1.1.0 already"),
        ("1.1.0", "no news", "says nothing"),
        ("1.1.0", "differ", "several versions"),
    ],
)
def test_it_refuses_and_changes_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str], number: str, broken: str, told: str
) -> None:
    if broken == "dirty":
        (checkout / "new").write_text("x")
    elif broken == "tag":
        git(checkout, "tag", "v1.1.0")
    elif broken == "no news":
        (checkout / "CHANGELOG.md").write_text(LOG.replace("- Something new.\n\n", ""))
        git(checkout, "commit", "--quiet", "-am", "Less")
    elif broken == "differ":
        (checkout / "yachtsite/__init__.py").write_text('__version__ = "1.0.9"\n')
        git(checkout, "commit", "--quiet", "-am", "Other")
    before = git(checkout, "rev-parse", "HEAD"), git(checkout, "diff")
    assert release.main([number, "--skip-checks", "--skip-image"]) == 1
    assert told in capsys.readouterr().err
    assert (git(checkout, "rev-parse", "HEAD"), git(checkout, "diff")) == before


def test_it_tags_nothing_where_no_image_can_be_built(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "BUILDERS", ("no-such-program",))
    assert release.main(["1.1.0", "--skip-checks"]) == 1
    assert "neither podman nor docker" in capsys.readouterr().err
    assert git(checkout, "tag") == ""
    assert version.current(checkout) == "1.0.0"


def test_it_stops_if_the_checks_fail(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = checkout / "script/ci"
    path.parent.mkdir()
    path.write_text('#!/bin/sh\necho "$@" > asked\nexit 1\n')
    path.chmod(0o755)
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "-m", "Checks")
    assert release.main(["1.1.0", "--skip-image"]) == 1
    assert "script/ci fails" in capsys.readouterr().err
    assert (checkout / "asked").read_text() == "--release\n"
    assert git(checkout, "tag") == ""


def test_it_finds_every_package_of_the_lock() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    naive = [line.split()[0] for line in lock.splitlines() if "==" in line and line[0].isalnum()]
    assert parts_list.pins_of(lock) == naive


@pytest.mark.parametrize(
    ("image", "named", "pushed"),
    [
        ("", "localhost/yacht:1.1.0", "set IMAGE"),
        ("reg.example.org/n/dice", "reg.example.org/n/dice:1.1.0", "podman push reg.example.org"),
    ],
)
def test_the_publisher_chooses_the_name_of_the_image(
    monkeypatch: pytest.MonkeyPatch, image: str, named: str, pushed: str
) -> None:
    monkeypatch.setenv("IMAGE", image)
    names = release.image_names("yacht", "1.1.0")
    assert names == [named]
    assert pushed in release.farewell("v1.1.0", names, "podman")


def test_the_day_is_that_of_the_release(checkout: Path) -> None:
    files = version.change(checkout, "2.0.0", date(2027, 1, 2))
    assert "CHANGELOG.md" in files
    assert "## 2.0.0 (2027-01-02)\n" in (checkout / "CHANGELOG.md").read_text()


def test_a_missing_version_is_told(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(NotReleasable, match="names no version"):
        version.change(checkout, "1.1.0", date(2027, 1, 2))
    assert '"1.0.0"' in (checkout / "yachtsite/__init__.py").read_text()
