"""podman or docker, buildah, and a log of the steps with their times."""

import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[3]
BASE = "docker.io/library/python:3.13-slim-trixie"
OPEN_FILES = 4096
"""A machine that may not raise limits lets containers have this many."""
CONFINED = ("--read-only", "--cap-drop", "all", "--tmpfs", "/tmp")
PODMAN_SETTINGS = """\
[containers]
default_ulimits = ["nofile={0}:{0}", "nproc={0}:{0}"]
[engine]
runtime = "runc"
"""
NOISE = re.compile(r"systemd connection|connect to syslog|db condition check|condition check due")
"""What podman says on a machine without systemd."""


class Failed(Exception):
    """A command failed, or something is not as it must be."""


def run(
    *command: str,
    cwd: Path = ROOT,
    variables: Mapping[str, str] | None = None,
    may_fail: bool = False,
    seconds: float = 900,
) -> str:
    """Run a command, and return what it prints on both streams. Raises Failed."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(variables or {})},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=seconds,
        check=False,
    )
    text = "\n".join(line for line in done.stdout.splitlines() if not NOISE.search(line))
    if done.returncode and not may_fail:
        raise Failed(f"{' '.join(command)}\n{text[-2000:]}")
    return text


def check(holds: bool, says: str) -> None:
    """Raise Failed with this text if something does not hold."""
    if not holds:
        raise Failed(says)


def wait_for(what: Callable[[], bool], says: str, seconds: float = 90) -> float:
    """Wait until something holds; return the seconds. Raises Failed."""
    begun = time.monotonic()
    while not what():
        check(time.monotonic() < begun + seconds, f"not within {seconds:.0f} s: {says}")
        time.sleep(0.3)
    return time.monotonic() - begun


def status_of(address: str) -> int:
    """Return the status of a page, 0 without an answer."""
    try:
        with urlopen(address, timeout=5) as answer:
            status: int = answer.status
            return status
    except HTTPError as error:
        return error.code
    except (URLError, OSError):
        return 0


class Log:
    """Prints each step with its time, and goes on after one that failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self._begun = time.monotonic()

    @contextmanager
    def step(self, name: str) -> Iterator[Callable[[str], None]]:
        """Run a step; yield what prints a line about it."""
        begun = time.monotonic()

        def say(text: str) -> None:
            print(f"           {text}", flush=True)

        try:
            yield say
        except Exception as error:
            self.failed.append(name)
            if not isinstance(error, Failed):
                traceback.print_exc(file=sys.stdout)
            say(f"{error}")
        word = "FAILED" if name in self.failed else "passed"
        print(f"{time.monotonic() - begun:6.1f} s  {word}: {name}", flush=True)

    def end(self) -> None:
        """Print the result. Raises SystemExit if a step failed."""
        print(f"{time.monotonic() - self._begun:6.1f} s in all.")
        if self.failed:
            raise SystemExit(f"FAILED: {'; '.join(self.failed)}")


def limit_podman(directory: Path) -> None:
    """Have all containers of this process keep to the limits of a small machine."""
    file = directory / "containers.conf"
    file.write_text(PODMAN_SETTINGS.format(OPEN_FILES))
    os.environ["CONTAINERS_CONF"] = str(file)


def choose(program: str) -> None:
    """Have `podman` or `docker` run the containers of this process."""
    os.environ["CONTAINER_ENGINE"] = program


def engine(*arguments: str, may_fail: bool = False) -> str:
    """Run the program that was chosen, podman by default. Raises Failed."""
    return run(os.environ.get("CONTAINER_ENGINE", "podman"), *arguments, may_fail=may_fail)


def build(directory: Path, name: str, *options: str) -> None:
    """Build an image from what is in this directory. Raises Failed."""
    layers = ("--format", "docker", "--layers", "--isolation", "chroot")
    where = ("--network", "host", "--pull-never")
    run("buildah", "bud", *layers, *where, "-t", name, *options, ".", cwd=directory)
    hand_over(name)


def hand_over(image: str) -> None:
    """Give an image of podman's store, where all are made, to docker if that runs it."""
    if os.environ.get("CONTAINER_ENGINE") != "docker":
        return
    with subprocess.Popen(("podman", "save", image), stdout=subprocess.PIPE) as saved:
        done = subprocess.run(
            ("docker", "load"), stdin=saved.stdout, capture_output=True, check=False
        )
    check(done.returncode == 0, f"docker does not load {image}: {done.stderr.decode()}")


def start(name: str, image: str, volume: str, *command: str, port: int) -> None:
    """Start the one container on this machine's network, as confined as can be."""
    where = ("--network", "host", "-v", volume)
    words = command or ("python", "manage.py", "start", "--host", "0.0.0.0", "--port", str(port))
    engine("run", "--detach", "--name", name, *CONFINED, *where, image, *words)


def manage(image: str, volume: str, *command: str, may_fail: bool = False) -> str:
    """Run a command of manage.py in a container of its own; return what it prints."""
    words = ("python", "manage.py", *command)
    return engine("run", "--rm", *CONFINED, "-v", volume, image, *words, may_fail=may_fail)


def remove(names: Sequence[str], volumes: Sequence[str] = ()) -> None:
    """Remove containers and volumes, if they are there."""
    for name in names:
        engine("rm", "--force", name, may_fail=True)
    for volume in volumes:
        engine("volume", "rm", "--force", volume, may_fail=True)
