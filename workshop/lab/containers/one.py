"""The one container with one volume: what an operator of a small site starts."""

import json
import re
import time
from http.client import HTTPConnection
from pathlib import Path

from workshop.lab.containers.engine import (
    Log,
    check,
    engine,
    manage,
    remove,
    start,
    status_of,
    wait_for,
)
from workshop.lab.containers.play import begun_game, finish

NAME, VOLUME, FRESH = "yacht-lab-one", "yacht-lab-data", "yacht-lab-restored"
PORT = 8641
SITE = f"http://127.0.0.1:{PORT}"
HOSTS = {"localhost": 200, f"192.168.1.5:{PORT}": 200, "evil.example.org": 400}
STOP_S = 10.0
READY_S = 300.0
"""A first start on a busy machine."""


def verify(image: str, volume: str) -> str:
    """Verify all logs of a volume. Raises Failed."""
    manage(image, f"{volume}:/data", "verify_fair_log")
    return manage(image, f"{volume}:/data", "verifylog").splitlines()[-1]


def wait_until_ready(site: str = SITE) -> float:
    """Wait until the site says it is ready; return the seconds. Raises Failed."""
    is_ready = f"{site}/readyz"
    return wait_for(lambda: status_of(is_ready) == 200, f"{is_ready} is not 200", READY_S)


def stop(name: str = NAME) -> float:
    """Stop as `docker stop` does; return the seconds. Raises Failed if it had to be killed."""
    begun = time.monotonic()
    engine("stop", "--time", str(int(STOP_S)), name)
    code = engine("inspect", name, "--format", "{{.State.ExitCode}}")
    check(code == "0", f"it ended with {code} after {time.monotonic() - begun:.1f} s")
    return time.monotonic() - begun


def check_one(log: Log, image: str, directory: Path) -> None:
    """Start, look, play, stop, start again, and refuse what cannot work."""
    remove([NAME], [VOLUME, FRESH])
    with log.step("one container starts with an empty volume") as say:
        start(NAME, image, f"{VOLUME}:/data", port=PORT)
        say(f"ready after {wait_until_ready():.1f} s")
        say(f"{_memory_mb(NAME)} MB of memory, {_size_mb(image)} MB of image")
        for host, status in HOSTS.items():
            got = _status_for(host)
            check(got == status, f"Host: {host} is answered with {got}")
    with log.step("two sockets play; a stop in the middle loses no move") as say:
        players = begun_game(SITE)
        time.sleep(4)
        say(f"stopped within {stop():.1f} s")
        engine("start", NAME)
        finish(players, 120)
        say(f"moves: {[each.moves for each in players]}, lost connections: "
            f"{[each.reconnects for each in players]}")  # fmt: skip
    with log.step("a second container, a read-only and a foreign volume are refused in one line"):
        foreign = directory / "foreign"
        foreign.mkdir(exist_ok=True)
        for volume, words in (
            (f"{VOLUME}:/data", "Another server uses /data"),
            (f"{FRESH}:/data:ro", "DATA_DIR"),
            (f"{foreign}:/data", "DATA_DIR"),
        ):
            said = manage(image, volume, "start", may_fail=True)
            check(words in said and len(said.splitlines()) == 1, f"{volume}: {said}")
    with log.step("a backup is restored into an empty volume") as say:
        engine("exec", NAME, "python", "manage.py", "backup", "/data/backups/lab.backup")
        stop()
        say(verify(image, VOLUME))
        _restore_elsewhere(image)
        say(verify(image, FRESH))
    remove([NAME], [VOLUME, FRESH])


def _restore_elsewhere(image: str) -> None:
    """Restore into an empty volume that has only the backup and the keys."""
    source = ("-v", f"{VOLUME}:/old:ro", "-v", f"{FRESH}:/data")
    copy = "cp -p /old/dice_keys /old/secret_key /data/"
    engine("run", "--rm", *source, image, "sh", "-ec", copy)
    command = ("python", "manage.py", "restore", "/old/backups/lab.backup")
    engine("run", "--rm", *source, image, *command)


def _status_for(host: str) -> int:
    connection = HTTPConnection("127.0.0.1", PORT, timeout=10)
    connection.request("GET", "/", headers={"Host": host})
    return connection.getresponse().status


def _memory_mb(name: str) -> int:
    process = engine("inspect", name, "--format", "{{.State.Pid}}")
    found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
    return 0 if found is None else int(found[1]) // 1024


def _size_mb(image: str) -> int:
    (found,) = json.loads(engine("image", "inspect", image))
    return int(found["Size"]) // 1_000_000
