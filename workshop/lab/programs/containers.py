"""Build the image, start it and docker-compose.yml with podman or Docker, and play meanwhile.

It kills containers, restarts, upgrades from 1.0.0 and goes back, restores backups, and verifies all
logs. Where no registry answers, images of others are made of Debian's packages. It needs root.
"""

import os
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from workshop.lab.containers import first_roll, one, site, site_upgrade, stand_ins, units, upgrade
from workshop.lab.containers.engine import BASE, ROOT, Log, build, choose, engine, limit_podman
from workshop.lab.containers.engine import run as run_command

IMAGE = "localhost/yacht-lab:this"
ENGINES = {"podman": "podman-compose", "docker": "docker compose"}
"""What runs containers, and its Compose."""
PARTS = ("one", "compose", "upgrade", "systemd")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to run."""
    parser.add_argument("--only", choices=PARTS, action="append", help="leave the others out")
    parser.add_argument("--engine", choices=ENGINES, default="podman", help="podman by default")
    parser.add_argument("--compose", help="the program of its Compose, if it is not in the PATH")
    parser.add_argument("--keep", action="store_true", help="leave the containers running")


def run(options: Namespace) -> None:
    """Run the parts. Raises SystemExit if a step failed."""
    parts = options.only or PARTS
    # Accounts of containers read what goes into images.
    os.umask(0o022)
    log = Log()
    directory = Path(tempfile.mkdtemp(prefix="yacht-containers-"))
    directory.chmod(0o755)
    compose = options.compose or ENGINES[options.engine]
    try:
        choose(options.engine)
        limit_podman(directory)
        images = _prepare(log, directory, compose)
        started = site.Site(directory, compose, IMAGE, images)
        if "one" in parts:
            one.check_one(log, IMAGE, directory)
            first_roll.check_first_roll(log, IMAGE)
        if "compose" in parts:
            site.check_site(log, started)
            if not options.keep:
                started.down()
        if "upgrade" in parts:
            upgrade.check_upgrade(log, IMAGE, directory)
            if options.engine == "docker":
                site_upgrade.check_site_upgrade(log, started, images)
                started.down()
            else:
                print("LEFT OUT: the Compose file of 1.0.0 starts with --engine docker only")
        if "systemd" in parts:
            units.check_units(log)
    finally:
        shutil.rmtree(directory)
    log.end()


def _prepare(log: Log, directory: Path, compose: str) -> dict[str, str]:
    """Have all images; return those of others, by service. Raises SystemExit."""
    images: dict[str, str] = {}
    with log.step("podman is installed, and the base is there") as say:
        stand_ins.install_programs()
        registry = stand_ins.registry_answers()
        say(f"{stand_ins.REGISTRY} {'answers' if registry else 'does not answer: stand-ins'}")
        say(f"{BASE}: {stand_ins.make_base(directory, registry)}")
        say(engine("--version"))
        say(run_command(*compose.split(), "version").splitlines()[0])
    with log.step("the image is built") as say:
        build(ROOT, IMAGE, "--build-arg", f"BASE={BASE}")
        say(engine("run", "--rm", IMAGE, "python", "--version"))
    with log.step("the other images are there") as say:
        named = site.named_images((ROOT / "docker-compose.yml").read_text())
        # The last one is for the docker-compose.yml of 1.0.0.
        images = stand_ins.obtain({**named, "redis": "redis:7"}, registry, say)
    if log.failed:
        log.end()
    return images
