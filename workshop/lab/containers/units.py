"""The units of deploy/systemd on a machine of their own, by the commands of the documentation."""

import re
import subprocess
import time

from workshop.lab.containers.engine import BASE, ROOT, Log, build, check, run, wait_for
from workshop.lab.containers.one import wait_until_ready
from workshop.lab.containers.play import begun_game, finish
from workshop.lab.containers.stand_ins import HERE

NAME, IMAGE = "yacht-lab-machine", "localhost/stand-in/machine"
OWN = ("--systemd=always", "--privileged", "--cgroupns=private")
CLONE = "git clone ADDRESS-OF-THIS-REPOSITORY /srv/yacht && "
UNITS = ("yacht-web@8001", "yacht-web@8002", "yacht-worker")
WATCHDOG_S = 30
PROCEDURES = ("yacht_manage()", "yacht_manage restore", "systemctl restart yacht-migrate")
"""Words of the blocks in operations.md for systemd."""


def check_units(log: Log) -> None:
    """Install as deployment.md says; kill, hang, back up and update as operations.md says."""
    remove_machine()
    with log.step("systemd starts as the first process of a machine") as say:
        build(HERE, IMAGE, "--build-arg", f"BASE={BASE}", "--target", "machine")
        run("podman", "run", "--detach", "--name", NAME, *OWN, IMAGE)
        wait_for(_is_up, "systemd has not started everything")
        say(_on_machine("systemctl --version").splitlines()[0])
    with log.step("the units start as deployment.md says") as say:
        _copy_code()
        begun = time.monotonic()
        _on_machine(_installation())
        say(f"ready after {wait_until_ready(_site()):.1f} s more")
        _on_machine("systemd-analyze verify /etc/systemd/system/yacht-*.service && nginx -t")
        say(f"{time.monotonic() - begun:.0f} s with all packages of Python")
    with log.step("a server hangs, another one and the worker are killed; the game goes on") as say:
        players = begun_game(_site(), 0.7)
        _signal("STOP", UNITS[1])
        for unit in (UNITS[0], UNITS[2]):
            _signal("KILL", unit)
        finish(players, 200)
        wait_for(_all_started_again, "not all are started again", WATCHDOG_S + 60)
        check("'watchdog'" in _journal(UNITS[1]), "systemd's watchdog did not end what hung")
        say(f"lost connections: {[each.reconnects for each in players]}")
    with log.step("backup, restore and update as operations.md says"):
        commands = [_block("operations.md", words) for words in PROCEDURES]
        text = "\n".join(commands).replace("--pty", "--pipe").replace("git pull", "true")
        _on_machine(text)
        wait_until_ready(_site())
    remove_machine()


def remove_machine() -> None:
    """Remove the container, if it is there."""
    run("podman", "rm", "--force", "--time", "3", NAME, may_fail=True)


def _on_machine(script: str, may_fail: bool = False) -> str:
    """Run a script as root there; return what it prints. Raises Failed."""
    return run("podman", "exec", NAME, "bash", "-ec", script, may_fail=may_fail)


def _site() -> str:
    return f"http://{run('podman', 'inspect', NAME, '--format', '{{.NetworkSettings.IPAddress}}')}"


def _is_up() -> bool:
    # A container has units that fail, such as that which loads modules of the kernel.
    return _on_machine("systemctl is-system-running", may_fail=True) in ("running", "degraded")


def _copy_code() -> None:
    """Put what is committed into /srv/yacht."""
    _on_machine("mkdir -p /srv/yacht")
    archive = subprocess.run(
        ("git", "-C", str(ROOT), "archive", "HEAD"), stdout=subprocess.PIPE, check=True
    )
    into = ("podman", "exec", "--interactive", NAME, "tar", "-x", "-C", "/srv/yacht")
    subprocess.run(into, input=archive.stdout, check=True)


def _block(file: str, words: str) -> str:
    """Return the first shell block of a page of docs with these words."""
    text = (ROOT / "docs" / file).read_text()
    blocks: list[str] = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    return next(each for each in blocks if words in each)


def _installation() -> str:
    """Return the commands of deployment.md, with settings filled in; the code is there already."""
    address = _site().removeprefix("http://")
    settings = {
        "DATABASE_URL": "postgres://yacht@/yacht?host=/run/postgresql",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": f"localhost,{address}",
    }
    lines = (f"echo '{name}={value}' >>/etc/yacht/environment" for name, value in settings.items())
    filled = "".join(f"{line}\n" for line in lines)
    block = _block("deployment.md", "useradd")
    check(CLONE in block, "deployment.md no longer clones the code")
    block = block.replace(CLONE, "")
    before, line, after = block.partition("cp deploy/systemd/")
    check(bool(line), "deployment.md no longer copies the units")
    return before + filled + line + after


def _signal(name: str, unit: str) -> None:
    _on_machine(f"systemctl kill --kill-whom=main --signal=SIG{name} {unit}")


def _journal(unit: str) -> str:
    return _on_machine(f"journalctl --no-pager --unit {unit}")


def _all_started_again() -> bool:
    values = _on_machine(f"systemctl show --property NRestarts,ActiveState {' '.join(UNITS)}")
    return values.count("NRestarts=1") == values.count("ActiveState=active") == len(UNITS)
