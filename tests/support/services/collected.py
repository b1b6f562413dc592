"""The site's static files as production collects them: that takes ten seconds."""

import os
from functools import cache
from pathlib import Path

from tests.environment import ROOT, clean
from tests.support.services.kept import kept
from tests.support.services.processes import run_python

READ = ("games", "static", "templates", "yachtsite", "locale")


@cache
def collected_static() -> Path:
    """Return the folder with the collected files, which nobody changes."""
    return kept("collected", [ROOT / name for name in READ], _collect) / "static"


def link_collected(directory: Path) -> None:
    """Give a site with this DATA_DIR its collected files."""
    (directory / "static").symlink_to(collected_static())


def _collect(directory: Path) -> None:
    environment = dict(os.environ)
    clean(environment)
    run_python(
        ["manage.py", "collectstatic", "--no-input", "--verbosity=0"],
        {**environment, "DATA_DIR": str(directory)},
    )
