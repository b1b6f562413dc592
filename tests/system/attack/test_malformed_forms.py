"""Forms that Django fails on, at a path that exists and at one that does not."""

import asyncio
from itertools import product
from pathlib import Path

from tests.support.servers import Server, Site
from tests.support.services import link_collected
from tests.system.attack.drip import read_all

TYPES = (
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=hex",
    "multipart/form-data",
    "multipart/form-data; boundary=b; charset=hex",
)
PATHS = ("/nowhere/", "/sign-in/", "/admin/nowhere/", "/api/v1/nowhere")
BODY = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n'


async def post(server: Server, path: str, content_type: str) -> int:
    """Return the status of the answer to a form."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n"
    head += f"Content-Type: {content_type}\r\nContent-Length: {len(BODY)}\r\n\r\n"
    writer.write(head.encode() + BODY)
    answer = await read_all(reader)
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def test_it_answers_each_with_a_client_error_and_logs_no_traceback(tmp_path: Path) -> None:
    site = Site(tmp_path, DEBUG="false", ALLOWED_HOSTS="localhost")
    # The pages of errors name static files by their hashes.
    link_collected(site.directory)
    with site.serving() as server:
        statuses = {each: await post(server, *each) for each in product(PATHS, TYPES)}
        assert {each: status for each, status in statuses.items() if not 400 <= status < 500} == {}
    assert "ERROR" not in server.log.read_text()
