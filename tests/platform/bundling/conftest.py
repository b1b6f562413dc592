"""The site as collected, and running bundles with Node."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from pytest_django.fixtures import Settings

from games.platform.bundling.bundle import Bundle, Modules, make_bundles
from games.platform.bundling.importmap_tags import cached_import_map
from tests.selection import starting_processes
from tests.support.services import Missing, collected_static

STORAGES = {
    **site_settings.STORAGES,
    "staticfiles": {"BACKEND": "games.platform.bundling.BundledStaticFilesStorage"},
}
Run = Callable[[str], str]


def made(files: dict[str, str], *entries: str, bare: dict[str, str] | None = None) -> list[Bundle]:
    """Return the bundles of these entries, of modules given by path."""
    return make_bundles(entries, Modules(files.__getitem__, bare or {}))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Returns a function that runs a file of the folder with Node, and returns what it prints."""
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")

    def run(name: str) -> str:
        done = subprocess.run(
            [node, "--enable-source-maps", name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def collected_files() -> Path:
    with starting_processes():
        return collected_static()


@pytest.fixture
def collected(settings: Settings, collected_files: Path) -> Path:
    """A site that uses the collected files. Return their folder."""
    settings.STORAGES, settings.STATIC_ROOT = STORAGES, collected_files
    cached_import_map.cache_clear()
    return collected_files
