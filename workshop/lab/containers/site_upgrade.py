"""From the docker-compose.yml of 1.0.0 to this one, in the same directory, and back.

Only with Docker's Compose: podman-compose makes the database again when what waits for it starts.
"""

import secrets
from base64 import b64encode
from collections.abc import Mapping

from workshop.lab.containers.engine import OPEN_FILES, ROOT, Log
from workshop.lab.containers.one import wait_until_ready
from workshop.lab.containers.play import begun_game, finish
from workshop.lab.containers.site import LIMITS, PORT, SITE, Site
from workshop.lab.containers.upgrade import OLD
from workshop.lab.earlier_release import file_of_release

COPY = "before-update"
OF_OLD = ("migrate", "static", "manage", "web", "worker")
"""Its services with the image of the site."""


def check_site_upgrade(log: Log, site: Site, images: Mapping[str, str]) -> None:
    """Play on 1.0.0, upgrade in the middle of a game as the docs say, play on, and go back."""
    site.down()
    with log.step("docker-compose.yml of 1.0.0 starts, and a game begins") as say:
        site.put(file_of_release("docker-compose.yml").decode(), _more_of_old(images))
        site.put_settings(
            SECRET_KEY=secrets.token_urlsafe(48),
            DICE_KEYS=b64encode(secrets.token_bytes(32)).decode(),
            POSTGRES_PASSWORD=secrets.token_hex(24),
            WEB_PROCESSES="1",
        )
        say(f"ready after {_up_old(site):.1f} s")
        done = begun_game(SITE)
        finish(done, 200)
        players = begun_game(SITE, 1.0)
    with log.step("this docker-compose.yml in its place; the game goes on") as say:
        site.put((ROOT / "docker-compose.yml").read_text(), LIMITS)
        say(site.manage("backup", f"/data/backups/{COPY}").splitlines()[-1])
        say(f"ready after {site.up('--remove-orphans'):.1f} s")
        finish(players, 200)
        site.manage("verify_fair_log")
        say(site.manage("verifylog").splitlines()[-1])
    with log.step("back: the file of 1.0.0, and the backup from before the update") as say:
        site("--profile", "monitoring", "--profile", "manage", "down")
        site.put(file_of_release("docker-compose.yml").decode(), _more_of_old(images))
        site.manage("restore", "--overwrite", f"/app/var/backups/{COPY}")
        say(f"ready after {_up_old(site):.1f} s")
        players = begun_game(SITE)
        finish(players, 200)
        say(site.manage("verifylog").splitlines()[-1])


def _up_old(site: Site) -> float:
    """Start 1.0.0, its server without the proxy: its port below 1024 needs rights on some hosts."""
    site("up", "--detach", "db", "redis")
    site("up", "--detach", "migrate", "static", "web", "worker")
    return wait_until_ready(SITE)


def _more_of_old(images: Mapping[str, str]) -> str:
    """Return the second file for 1.0.0: images, limits of this machine, a port of its server."""
    own = "".join(f"  {each}: {{ image: {OLD} }}\n" for each in OF_OLD if each != "web")
    return f"""\
services:
{own}  db: {{ image: {images["postgres"]} }}
  redis: {{ image: {images["redis"]} }}
  web:
    image: {OLD}
    ulimits: {{ nofile: {OPEN_FILES}, nproc: {OPEN_FILES} }}
    ports: ["127.0.0.1:{PORT}:8000"]
"""
