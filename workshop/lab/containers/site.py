"""docker-compose.yml, alone in a directory, started by podman-compose."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.request import urlopen

from workshop.lab.containers.engine import OPEN_FILES, ROOT, Log, engine, run, wait_for
from workshop.lab.containers.one import wait_until_ready
from workshop.lab.containers.play import begun_game, finish

PORT, PROMETHEUS_PORT = 8642, 8643
SITE = f"http://127.0.0.1:{PORT}"
PROJECT = "yachtlab"
KILLED = (("web", 1), ("web", 2), ("proxy", 1), ("worker", 1), ("redis", 1), ("db", 1))
VARIABLES = {
    f"{each.upper()}_IMAGE": each for each in ("postgres", "valkey", "nginx", "prometheus")
}
"""Of docker-compose.yml; the service that each names an image for."""
SCRAPED = 3
"""Two servers and a worker."""
LIMITS = f"""\
services:
  web: {{ ulimits: {{ nofile: {OPEN_FILES}, nproc: {OPEN_FILES} }} }}
  proxy: {{ ulimits: {{ nofile: {OPEN_FILES}, nproc: {OPEN_FILES} }} }}
"""
"""A second file for a machine that may not raise limits."""


class Site:
    """A directory with a docker-compose.yml, alone, and the containers that it starts."""

    def __init__(
        self, directory: Path, compose: str, image: str, images: Mapping[str, str]
    ) -> None:
        """compose: the program with its first words. images: those of others, by service."""
        self._directory = directory / PROJECT
        self._directory.mkdir(exist_ok=True)
        self._compose = compose.split()
        name, _, self.version = image.rpartition(":")
        self._variables = {
            "IMAGE": name,
            "PORT": str(PORT),
            "PROMETHEUS_PORT": str(PROMETHEUS_PORT),
            "COMPOSE_FILE": "docker-compose.yml:more.yml",
            **{variable: images[service] for variable, service in VARIABLES.items()},
        }
        self.put((ROOT / "docker-compose.yml").read_text(), LIMITS)

    def put(self, file: str, more: str) -> None:
        """Replace the file, and the second file with what only this machine needs."""
        (self._directory / "docker-compose.yml").write_text(file)
        (self._directory / "more.yml").write_text(more)

    def put_settings(self, **values: str) -> None:
        """Write the file .env."""
        text = "".join(f"{name}={value}\n" for name, value in values.items())
        (self._directory / ".env").write_text(text)

    def __call__(self, *arguments: str, may_fail: bool = False) -> str:
        """Run a command of Compose. Raises Failed."""
        variables = {**self._variables, "VERSION": self.version}
        return run(
            *self._compose,
            *arguments,
            cwd=self._directory,
            variables=variables,
            may_fail=may_fail,
            seconds=300,
        )

    def manage(self, *command: str) -> str:
        """Run a command of manage.py as operators do. Raises Failed."""
        return self("--profile", "manage", "run", "--rm", "-T", "manage", *command)

    def up(self, *options: str) -> float:
        """Start everything; return the seconds until the site is ready. Raises Failed."""
        begun = time.monotonic()
        self("--profile", "monitoring", "up", "--detach", *options)
        wait_until_ready(SITE)
        return time.monotonic() - begun

    def down(self) -> None:
        """Remove the containers and the volumes."""
        self("--profile", "monitoring", "--profile", "manage", "down", "--volumes", may_fail=True)


def check_site(log: Log, site: Site) -> None:
    """Start the file, play, kill each container in turn, restart, back up and restore."""
    site.down()
    with log.step("docker-compose.yml starts, alone in a directory") as say:
        say(f"ready after {site.up():.1f} s")
    with log.step("two sockets play a whole game through the proxy") as say:
        begun = time.monotonic()
        players = begun_game(SITE)
        finish(players, 200)
        say(f"{sum(each.moves for each in players)} moves in {time.monotonic() - begun:.0f} s")
    with log.step("Prometheus scrapes each server and the worker") as say:
        say(f"after {wait_for(_all_are_up, 'Prometheus does not see all', 60):.0f} s")
    for service, number in KILLED:
        with log.step(f"{service} {number} is killed while two sockets play") as say:
            _kill_while_they_play(service, number, say)
    with log.step("all containers are restarted while two sockets play") as say:
        players = begun_game(SITE, 1.0)
        site("restart")
        finish(players, 300)
        say(f"lost connections: {[each.reconnects for each in players]}")
    with log.step("every log verifies") as say:
        site.manage("verify_fair_log")
        say(site.manage("verifylog").splitlines()[-1])
    with log.step("a backup is restored"):
        site.manage("backup", "/data/backups/lab.backup")
        site("stop", "web", "worker")
        site.manage("restore", "--overwrite", "/data/backups/lab.backup")
        site.up()


def _kill_while_they_play(service: str, number: int, say: Callable[[str], None]) -> None:
    """Kill a container's first process, as the kernel would, and wait until all is well again."""
    players = begun_game(SITE, 0.7)
    time.sleep(3)
    container = _container(service, number)
    process = int(engine("inspect", container, "--format", "{{.State.Pid}}"))
    os.kill(process, signal.SIGKILL)
    again = wait_for(lambda: _runs_again(container, process), f"{service} is not started again")
    ready = wait_until_ready(SITE)
    finish(players, 200)
    lost = [each.reconnects for each in players]
    say(f"runs again after {again:.1f} s, ready after {ready:.1f} s more; lost connections: {lost}")


def _container(service: str, number: int) -> str:
    """Return the id of a container, which Docker's Compose and podman-compose name differently."""
    wanted = {"project": PROJECT, "service": service, "container-number": number}
    filters = [f"--filter=label=com.docker.compose.{key}={is_}" for key, is_ in wanted.items()]
    return engine("ps", "--all", "--quiet", *filters)


def _runs_again(container: str, process: int) -> bool:
    state = engine("inspect", container, "--format", "{{.State.Status}} {{.State.Pid}}")
    status, pid = state.split()
    return status == "running" and int(pid) not in (0, process)


def _all_are_up() -> bool:
    address = f"http://127.0.0.1:{PROMETHEUS_PORT}/api/v1/query?query=up"
    with urlopen(address, timeout=5) as answer:
        found = json.load(answer)["data"]["result"]
    return [each["value"][1] for each in found] == ["1"] * SCRAPED


def named_images(text: str) -> dict[str, str]:
    """Return the images of others that docker-compose.yml names by default, by service."""
    names = dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", text))
    return {VARIABLES[variable]: name for variable, name in names.items()}
