"""The units in deploy/systemd: systemd accepts them, and they call what exists."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from tests.environment import ROOT, names_read_by_settings
from tests.support.services import Missing
from tests.support.services.processes import run_python

pytestmark = pytest.mark.process

UNITS = ROOT / "deploy" / "systemd"
WEB, WORKER, MIGRATE = "yacht-web@.service", "yacht-worker.service", "yacht-migrate.service"
ALL = (WEB, WORKER, MIGRATE)
PYTHON = "/srv/yacht/.venv/bin/python"
# What `systemd-analyze security` may say at most: 0 is locked in, 100 is unconfined.
EXPOSURE = "20"
# Parse a command's options without running it. In a process of its own: `serve` installs Twisted's
# reactor when it is imported, which fails where there is another one.
PARSE = """
import sys
import django
from django.core.management import get_commands, load_command_class
django.setup()
command, *options = sys.argv[1:]
found = load_command_class(get_commands()[command], command)
found.create_parser("manage.py", command).parse_args(options)
"""

Unit = dict[str, dict[str, list[str]]]


def read(name: str) -> Unit:
    """Return the sections of a unit: each key with its values in order."""
    sections: Unit = {}
    for line in (UNITS / name).read_text().splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = sections.setdefault(heading[1], {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return sections


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze. Raises Missing."""
    program = shutil.which("systemd-analyze")
    if program is None:
        raise Missing("systemd-analyze", "Install systemd.")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def units(tmp_path: Path) -> dict[str, Path]:
    """The units as on a machine that has the site, with a program that exists."""
    for name in ALL:
        text = (UNITS / name).read_text().replace(PYTHON, "/bin/true")
        (tmp_path / name.replace("@", "@8001")).write_text(text)
    return {name: tmp_path / name.replace("@", "@8001") for name in ALL}


@pytest.mark.parametrize("name", ALL)
def test_it_is_a_unit_that_systemd_accepts(units: dict[str, Path], name: str) -> None:
    done = analyze("verify", "--man=no", "--recursive-errors=no", str(units[name]))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ALL)
def test_it_gives_the_processes_few_rights(units: dict[str, Path], name: str) -> None:
    done = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", str(units[name]))
    assert done.returncode == 0, done.stdout
    service = read(name)["Service"]
    assert service["User"] == ["yacht"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["CapabilityBoundingSet"] == [""]
    assert service["NoNewPrivileges"] == ["true"]
    # All that they may write to.
    assert service["StateDirectory"] == service["CacheDirectory"] == ["yacht"]
    assert "ReadWritePaths" not in service


@pytest.mark.parametrize("name", ALL)
def test_it_calls_commands_and_options_that_exist(name: str) -> None:
    for line in read(name)["Service"]["ExecStart"]:
        python, manage, command, *options = line.replace("%i", "8001").split()
        assert (python, manage) == (PYTHON, "manage.py")
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "yachtsite.settings"}
        run_python(["-c", PARSE, command, *options], environment)


@pytest.mark.parametrize("name", ALL)
def test_it_sets_only_variables_that_the_site_reads(name: str) -> None:
    service = read(name)["Service"]
    pairs = [pair.split("=") for line in service["Environment"] for pair in line.split()]
    others = {"NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE"}
    assert {key for key, _ in pairs} <= names_read_by_settings() | others
    assert ["DATA_DIR", f"/var/lib/{service['StateDirectory'][0]}"] in pairs
    assert ["NUMBA_CACHE_DIR", f"/var/cache/{service['CacheDirectory'][0]}"] in pairs


@pytest.mark.parametrize("name", [WEB, WORKER])
def test_it_notices_a_process_that_hangs_and_starts_it_again(name: str) -> None:
    service = read(name)["Service"]
    assert (service["Type"], service["NotifyAccess"]) == (["notify"], ["main"])
    assert service["Restart"] == ["always"]
    # The process itself is faster, and says why.
    assert int(service["WatchdogSec"][0]) > settings.HANG_SECONDS


def test_it_gives_a_server_the_time_to_drain_and_the_ports_of_nginx() -> None:
    assert int(read(WEB)["Service"]["TimeoutStopSec"][0]) > 10
    named = re.findall(r"yacht-web@(\d+)", (UNITS / WEB).read_text())
    upstream = (ROOT / "deploy" / "nginx" / "upstream.conf").read_text()
    assert named == re.findall(r"server 127\.0\.0\.1:(\d+)", upstream)
