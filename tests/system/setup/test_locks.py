"""The lock files hold what pyproject.toml requires, and agree with each other."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.environment import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
REMEDY = "run script/lock"


def pins(name: str) -> dict[str, str]:
    """Return the version of each package that a lock file names."""
    lines = re.findall(r"^([\w.\[\],-]+)==([\w.!+]+)", (ROOT / name).read_text(), re.MULTILINE)
    return {canonicalize_name(package.partition("[")[0]): version for package, version in lines}


@pytest.mark.parametrize("text", PROJECT["project"]["dependencies"])
def test_it_locks_what_the_server_needs(text: str) -> None:
    wanted = Requirement(text)
    assert wanted.specifier.contains(pins("requirements.lock")[canonicalize_name(wanted.name)]), (
        REMEDY
    )


def test_it_requires_one_release_of_the_library_that_rates() -> None:
    (wanted,) = (each for each in PROJECT["project"]["dependencies"] if "openskill" in each)
    assert re.fullmatch(r"openskill==\d+\.\d+\.\d+", wanted)


def group(name: str) -> list[str]:
    """Return the requirements of a dependency group and of the groups that it includes."""
    found: list[str] = []
    for entry in PROJECT["dependency-groups"][name]:
        found += group(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return found


@pytest.mark.parametrize("text", group("dev"))
def test_it_locks_what_the_tests_need(text: str) -> None:
    wanted = Requirement(text)
    locked = pins("requirements-dev.lock")
    assert wanted.specifier.contains(locked[canonicalize_name(wanted.name)]), REMEDY


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_it_names_a_checksum_for_every_package_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    packages = re.split(
        r"\n(?=\S)", "\n".join(line for line in text.splitlines() if "#" not in line)
    )
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text
