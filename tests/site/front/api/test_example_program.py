"""The program of docs/api.md plays a whole game on a real server."""

import re
import subprocess
import sys

import pytest

from tests.environment import ROOT
from tests.support.servers import Site

pytestmark = pytest.mark.server
PROGRAM = "docs/examples/player.py"
PATIENCE_S = 120


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("site"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, PROGRAM, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def test_it_becomes_a_guest_and_plays_against_a_bot(site: Site) -> None:
    with site.serving("quick") as server:
        ran = run(f"http://127.0.0.1:{server.port}/")
    assert (ran.returncode, ran.stderr) == (0, "")
    watch, *seats, proof = ran.stdout.splitlines()
    assert re.fullmatch(rf"Watch the game: http://127.0.0.1:{server.port}/r/\w+/", watch)
    totals = {
        name: int(total)
        for name, total in re.findall(r"^(\w+): (\d+) points, place [12]$", "\n".join(seats), re.M)
    }
    assert set(totals) == {"Robo", "Pip"}
    # Twelve turns each, of at least one roll of five dice for the program.
    dice = re.fullmatch(r"(\d+) dice thrown, all fair\.", proof)
    assert dice
    assert int(dice[1]) >= 2 * 12 * 5
    assert "1 games agree with their logs." in site.manage("verifylog")
