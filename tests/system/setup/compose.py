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
from tests.support.services.processes import free_port, start_child, stop_child, tail, wait_until

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")

Service = dict[str, Any]


class VariableNeeded(Exception):
    """A variable that the file marks as required is not set. The message is that of the file."""


def substitute(text: str, variables: Mapping[str, str]) -> str:
    """Fill in ${NAME}, ${NAME:-default} and ${NAME:?message} as Compose does."""

    def value(match: re.Match[str]) -> str:
        name, kind, rest = match.groups()
        if variables.get(name):
            return variables[name]
        if kind == "?":
            raise VariableNeeded(rest)
        return rest or ""

    return VARIABLE.sub(value, text)


def services(variables: Mapping[str, str]) -> dict[str, Service]:
    """Return the file's services by name, with the variables filled in."""
    text = substitute((ROOT / "docker-compose.yml").read_text(), variables)
    found: dict[str, Service] = yaml.safe_load(text)["services"]
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
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(directory), **environment},
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


def run_to_end(service: Service, replaced: Mapping[str, str], directory: Path) -> None:
    """Run a service that ends by itself. Raises RuntimeError if it fails."""
    process = Process(service, replaced, directory)
    if process.child.wait(120):
        raise RuntimeError(tail(process.log))


def write_proxy_files(service: Service, directory: Path, port: int, servers: Sequence[int]) -> None:
    """Write what the proxy's volumes hold, as etc/ and run/ below `directory`.

    The port, and the servers that Docker's name server would give, are those of this machine.
    """
    changes = {
        "listen 80;": f"listen 127.0.0.1:{port};",
        "resolver 127.0.0.11 valid=2s;": "",
        "server web:8000 resolve fail_timeout=2s;": "\n".join(
            f"server 127.0.0.1:{each} fail_timeout=2s;" for each in servers
        ),
    }
    for volume in service["volumes"]:
        source, target, mode = volume.split(":")
        assert mode == "ro"
        place = directory / target.replace("yacht/", "").lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if source == "static":
            place.symlink_to(directory / "static")
            continue
        text = (ROOT / source).read_text()
        for old in changes.keys() & set(re.findall("|".join(map(re.escape, changes)), text)):
            text = text.replace(old, changes.pop(old))
        place.write_text(text)
    assert not changes, changes


def grace_period(service: Service) -> int:
    """Return how many seconds Compose waits for a service after SIGTERM."""
    return int(service.get("stop_grace_period", "10s").removesuffix("s"))


def run_dockerfile_steps(directory: Path) -> None:
    """Run the RUN lines of the Dockerfile that call manage.py: the image holds their results."""
    steps = re.findall(r"^RUN (.*manage\.py .*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert steps
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for step in steps:
        subprocess.run(
            ["sh", "-ec", step],
            cwd=ROOT,
            env={**environment, "DATA_DIR": str(directory)},
            check=True,
            timeout=120,
        )
