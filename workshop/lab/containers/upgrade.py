"""From release 1.0.0 to this one, and back: the image of that time, with its own Dockerfile."""

from pathlib import Path

from workshop.lab import earlier_release
from workshop.lab.containers.engine import (
    BASE,
    CONFINED,
    Log,
    build,
    check,
    engine,
    manage,
    remove,
    start,
)
from workshop.lab.containers.one import stop, verify, wait_until_ready
from workshop.lab.containers.play import begun_game, finish

OLD, VOLUME, NAME = "localhost/yacht-lab:1.0.0", "yacht-lab-upgrade", "yacht-lab-upgraded"
PORT = 8644
SITE = f"http://127.0.0.1:{PORT}"
OLD_COMMAND = f"python manage.py migrate --no-input && exec python manage.py serve --port {PORT}"


def build_old(directory: Path) -> None:
    """Build the image of 1.0.0. Only its base differs: a stand-in may have another Python."""
    source = directory / "1.0.0"
    earlier_release.unpack(source)
    dockerfile = source / "Dockerfile"
    lines = dockerfile.read_text().splitlines(keepends=True)
    check(sum(line.startswith("FROM ") for line in lines) == 1, "1.0.0 has another Dockerfile")
    dockerfile.write_text(
        "".join(f"FROM {BASE}\n" if line.startswith("FROM ") else line for line in lines)
    )
    build(source, OLD)


def check_upgrade(log: Log, image: str, directory: Path) -> None:
    """Play on 1.0.0, upgrade in the middle of a game, play on, and go back."""
    remove([NAME], [VOLUME])
    with log.step("the image of 1.0.0 is built"):
        build_old(directory)
    with log.step("1.0.0 starts, and a game begins") as say:
        start_old()
        say(f"ready after {wait_until_ready(SITE):.1f} s")
        done = begun_game(SITE)
        finish(done, 200)
        players = begun_game(SITE, 1.0)
    with log.step("upgraded on the same volume; the game goes on") as say:
        stop(NAME)
        remove([NAME])
        start(NAME, image, f"{VOLUME}:/data", port=PORT)
        say(f"ready after {wait_until_ready(SITE):.1f} s")
        finish(players, 200)
        stop(NAME)
        say(verify(image, VOLUME))
    with log.step("back: the copy from before the update, and 1.0.0 again") as say:
        remove([NAME])
        files = engine("run", "--rm", "-v", f"{VOLUME}:/data", image, "ls", "/data/backups")
        (copy,) = [name for name in files.split() if name.startswith("before-")]
        old_manage("restore", "--overwrite", f"/app/var/backups/{copy}")
        start_old()
        wait_until_ready(SITE)
        players = begun_game(SITE)
        finish(players, 200)
        stop(NAME)
        say(old_manage("verifylog").splitlines()[-1])
    with log.step("and forward again"):
        remove([NAME])
        manage(image, f"{VOLUME}:/data", "prepare")
        verify(image, VOLUME)
    remove([NAME], [VOLUME])


def _old_options() -> tuple[str, ...]:
    """Return the options of 1.0.0, which keeps its data in /app/var."""
    return (*CONFINED, "--network", "host", "-v", f"{VOLUME}:/app/var")


def start_old() -> None:
    """Start 1.0.0, which does not migrate by itself."""
    options = ("run", "--detach", "--name", NAME, *_old_options())
    engine(*options, OLD, "sh", "-ec", OLD_COMMAND)


def old_manage(*command: str) -> str:
    """Run a command of manage.py of 1.0.0; return what it prints. Raises Failed."""
    return engine("run", "--rm", *_old_options(), OLD, "python", "manage.py", *command)
