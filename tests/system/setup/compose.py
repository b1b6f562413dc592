"""Read and run docker-compose.yml without Docker: the same processes, commands and variables."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.environment import ROOT
from tests.support.services.nginx_configuration import on_this_machine
from tests.support.services.processes import free_port, start_child, stop_child, tail, wait_until

VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")

COLLECTED = "built/static"
FILES = "files"
"""Below the directory of a test: what the image holds, and the volume `files`."""

Service = dict[str, Any]


def substitute(text: str, variables: Mapping[str, str]) -> str:
    """Fill in ${NAME} and ${NAME:-default} as Compose does."""
    return VARIABLE.sub(lambda match: variables.get(match[1]) or match[2] or "", text)


def whole(variables: Mapping[str, str]) -> dict[str, Any]:
    """Return the file, with the variables filled in."""
    text = substitute((ROOT / "docker-compose.yml").read_text(), variables)
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def services(variables: Mapping[str, str]) -> dict[str, Service]:
    """Return the file's services by name, with the variables filled in."""
    found: dict[str, Service] = whole(variables)["services"]
    return found


class Process:
    """One of our services, as a process instead of a container."""

    def __init__(self, service: Service, replaced: Mapping[str, str], directory: Path) -> None:
        """Start it; `replaced` maps words for Compose to words for this machine."""
        program, *arguments = (replaced.get(word, word) for word in service["command"])
        environment = {
            name: replaced.get(str(value), str(value))
            for name, value in service.get("environment", {}).items()
        }
        self.log = directory / f"{Path(program).name}-{free_port()}.log"
        self.child = start_child(
            [sys.executable if program == "python" else program, *arguments],
            log=self.log,
            cwd=ROOT,
            env={
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                "DATA_DIR": str(directory),
                "COLLECTED_FILES": str(directory / COLLECTED),
                **environment,
            },
        )

    def says(self, pattern: str) -> str:
        """Wait until its output matches, and return the first group."""
        assert wait_until(lambda: self._match(pattern) is not None, self.child, self.log), tail(
            self.log
        )
        match = self._match(pattern)
        assert match is not None
        return match[1]

    def _match(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.log.read_text())


@contextmanager
def running(service: Service, replaced: Mapping[str, str], directory: Path) -> Iterator[Process]:
    """Start a service, and stop it as Compose does: SIGTERM, the grace period, then SIGKILL."""
    process = Process(service, replaced, directory)
    try:
        yield process
    finally:
        stop_child(process.child, seconds=grace_period(service))


def write_proxy_files(directory: Path, port: int, servers: Sequence[int]) -> Path:
    """Copy what `web` has written for nginx to a directory beside it, and return that.

    The port, and the servers that the name server would give, are those of this machine.
    """
    written, changed = directory / FILES / "nginx", directory / "nginx"
    changed.mkdir()
    for path in written.iterdir():
        text = on_this_machine(path.name, path.read_text(), port, servers)
        (changed / path.name).write_text(text)
    run_directory = directory / "run"
    run_directory.mkdir()
    (run_directory / "static").symlink_to(directory / "static")
    return changed


def grace_period(service: Service) -> int:
    """Return how many seconds Compose waits for a service after SIGTERM."""
    return int(service.get("stop_grace_period", "10s").removesuffix("s"))


def run_dockerfile_steps(directory: Path) -> None:
    """Run the line of the Dockerfile that collects the static files: the image holds them."""
    steps = re.findall(
        r"^RUN (DATA_DIR=/built /venv/bin/python manage\.py .*)$",
        (ROOT / "Dockerfile").read_text(),
        re.MULTILINE,
    )
    assert steps
    for step in steps:
        here = step.replace("/venv/bin/python", sys.executable)
        subprocess.run(
            ["sh", "-ec", here.replace("/built", str(directory / "built"))],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"]},
            check=True,
            timeout=120,
        )
