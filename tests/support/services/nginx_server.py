"""A real nginx with the configuration of deploy/nginx, on a free loopback port."""

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.services.missing import Missing
from tests.support.services.nginx_configuration import FILES, find_nginx, write_configuration
from tests.support.services.processes import (
    free_port,
    listens,
    start_child,
    stop_child,
    wait_until,
)

REMEDY = "Install nginx (apt-get install nginx-light)."


@dataclass(frozen=True)
class Nginx:
    """A running nginx. `log` holds its warnings and errors."""

    port: int
    child: subprocess.Popen[bytes]
    log: Path


def nginx_program() -> str:
    """Return the path of nginx. Raises Missing."""
    found = find_nginx()
    if found is None:
        raise Missing("nginx", REMEDY)
    return found


@contextlib.contextmanager
def running_nginx(
    servers: Sequence[int],
    changes: Mapping[str, str],
    static: Path | None = None,
    files: Mapping[str, str] = FILES,
) -> Iterator[Nginx]:
    """Start an nginx in front of the servers on these ports. Raises Missing.

    `changes` replace texts of site.conf, each of which must occur. `static`: collected files.
    `files`: those of deploy/nginx, as in nginx_configuration.
    """
    binary, port = nginx_program(), free_port()
    with tempfile.TemporaryDirectory(prefix="yacht-nginx-") as made:
        directory = Path(made)
        main = write_configuration(directory, port, servers, static or directory / "none", files)
        replace(directory / "site.conf", changes)
        log = directory / "error.log"
        command = [binary, "-p", made, "-c", str(main), "-e", "stderr"]
        child = start_child(command, log=log)
        try:
            if not wait_until(lambda: listens(port), child, log):
                raise RuntimeError(f"nginx ended at once:\n{log.read_text()}")
            yield Nginx(port, child, log)
        finally:
            stop_child(child)


def replace(file: Path, changes: Mapping[str, str]) -> None:
    """Replace texts in a file. Raises AssertionError if one does not occur."""
    text = file.read_text()
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text)
