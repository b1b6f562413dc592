"""Development tools and what they need stay out of the server."""

import re
import signal
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.services.processes import start_child, stop_child, tail, wait_until

ROOT = Path(__file__).resolve().parents[2]
# Django imports the app itself, because manage.py finds its commands there.
APP = {"games.bench", "games.bench.apps"}


@pytest.mark.server
def test_it_is_not_imported_by_the_server(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    server = start_child(
        [sys.executable, "-v", "manage.py", "serve", "--port", "0"],
        log=log,
        cwd=ROOT,
        env={"DATA_DIR": str(tmp_path), "SECRET_KEY": "x" * 50, "EMBEDDED_WORKER": "0"},
    )
    try:
        ready = wait_until(lambda: "Yacht is ready" in log.read_text(), server, log)
        assert ready, tail(log)
    finally:
        stop_child(server, signal.SIGTERM)
    imported = set(re.findall(r"^import '(games[\w.]*)'", log.read_text(), re.MULTILINE))
    assert "games.sockets.room" in imported
    assert {name for name in imported if name.startswith("games.bench")} == APP


@pytest.mark.parametrize("command", [("loadtest",), ("chaos", "E1")])
def test_it_names_the_missing_package_and_the_remedy(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.bench.packages.find_spec", lambda name: None)
    with pytest.raises(CommandError, match=r"needs picows.*script/setup --dev"):
        call_command(*command)
