"""`manage.py serve`."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import ROOT
from tests.platform.server.process import running
from tests.support.services import copy_migrated_sqlite

READY = r"^Yacht is ready on http://127\.0\.0\.1:(\d+)$"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a separate site, on SQLite."""
    directory = tmp_path_factory.mktemp("site")
    copy_migrated_sqlite(directory)
    return {"DATA_DIR": str(directory), "DEBUG": "true", "REDIS_URL": "", "DATABASE_URL": ""}


WHILE_A_GAME_IS_ANALYSED = """
import sys, time
import django
from django.core.management import call_command
django.setup()
from games.platform.database.threads import SLOW
SLOW.submit(time.sleep, 3600)
call_command(*sys.argv[1:])
"""


async def test_it_says_where_it_is_in_one_line_and_answers(environment: dict[str, str]) -> None:
    async with running(
        "manage.py", "serve", "--port=0", ready=READY, environment=environment
    ) as server:
        # CPU time, because other tests use the machine too; a slow one needs several seconds.
        assert server.cpu_seconds() < 20
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /admin/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert b" 302 " in await reader.readline()
        server.signal()
        assert await server.exit_code() == 0
        assert len(server.said) == 1


async def test_it_serves_on_a_unix_socket(environment: dict[str, str], tmp_path: Path) -> None:
    path = str(tmp_path / "web.sock")
    for _ in range(2):
        async with running(
            "manage.py",
            "serve",
            f"--unix-socket={path}",
            ready=rf"^Yacht is ready on unix:{path}$",
            environment=environment,
        ):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(b"GET /admin/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert b" 302 " in await reader.readline()
        # The server was killed: the next one finds its socket file and replaces it.


def test_it_says_so_when_the_port_is_taken(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", f"--port={port}"],
            cwd=ROOT,
            env={"PATH": "", **environment},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert f"Couldn't listen on 127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "ready"),
    [(["serve", "--port=0"], READY), (["worker"], r"^The worker is running\.$")],
)
async def test_it_does_not_wait_for_an_analysis_when_it_ends(
    environment: dict[str, str], command: list[str], ready: str
) -> None:
    async with running(
        "-c", WHILE_A_GAME_IS_ANALYSED, *command, ready=ready, environment=environment
    ) as process:
        process.signal()
        # 1 would mean that the process had hung until its watchdog ended it.
        assert await process.exit_code() == 0
