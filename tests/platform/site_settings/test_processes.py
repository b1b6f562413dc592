"""What an operator stores is known to every process of the site, on PostgreSQL."""

import http.client
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.servers import Server, Site
from tests.support.services import Postgres

pytestmark = pytest.mark.server

STORE = "from games.platform.site_settings.current import save; save(name='Dice and Co')"
MOST_S = 60
"""Far more than the five seconds that test_current.py counts: this machine may be busy."""


def title(server: Server) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=MOST_S)
    connection.request("GET", "/")
    page = connection.getresponse().read().decode()
    connection.close()
    return page.partition("<title>")[2].partition("</title>")[0]


def test_two_servers_show_the_name_that_a_third_process_stores(
    migrated_postgres: Postgres, tmp_path: Path
) -> None:
    url = migrated_postgres.new_database()
    site = Site(tmp_path, DATABASE_URL=url, EMBEDDED_WORKER="0", DEBUG="true")
    with ExitStack() as stack:
        servers = [stack.enter_context(site.serving()) for _ in range(2)]
        before = [title(server) for server in servers]
        assert all("Yacht" in each and "Dice and Co" not in each for each in before), before
        site.manage("shell", "-c", STORE)
        end = time.monotonic() + MOST_S
        while titles := [each for each in map(title, servers) if "Dice and Co" not in each]:
            assert time.monotonic() < end, titles
            time.sleep(0.2)
