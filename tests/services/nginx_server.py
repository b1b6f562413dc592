"""A real nginx with the configuration of docs/nginx.conf, on a free loopback port."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.services.missing import Missing
from tests.services.processes import ROOT, free_port, start_child, stop_child, wait_until

REMEDY = "Install nginx (apt-get install nginx-light)."
MAIN = """\
daemon off;
pid {directory}/nginx.pid;
error_log {directory}/error.log warn;
worker_processes 1;
{user}
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    include {directory}/site.conf;
}}
"""


@dataclass(frozen=True)
class Nginx:
    """A running nginx. `log` holds its warnings and errors."""

    port: int
    child: subprocess.Popen[bytes]
    log: Path


def find_nginx() -> str:
    """Return the path of nginx. Raises Missing."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise Missing("nginx", REMEDY)
    return found


def site_configuration(port: int, servers: Sequence[int], changes: Mapping[str, str]) -> str:
    """Return docs/nginx.conf for these ports. `changes` replace texts, each of which must occur."""
    text = (ROOT / "docs" / "nginx.conf").read_text()
    given = [f"127.0.0.1:800{number}" for number in (1, 2)]
    replaced = {old: f"127.0.0.1:{new}" for old, new in zip(given, servers, strict=True)}
    for old, new in {**replaced, "listen 80;": f"listen 127.0.0.1:{port};", **changes}.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def running_nginx(servers: Sequence[int], changes: Mapping[str, str]) -> Iterator[Nginx]:
    """Start an nginx in front of the servers on these two ports. Raises Missing."""
    binary, port = find_nginx(), free_port()
    with tempfile.TemporaryDirectory(prefix="yacht-nginx-") as made:
        directory = Path(made)
        user = "user root;" if directory.owner() == "root" else ""
        (directory / "nginx.conf").write_text(MAIN.format(directory=directory, user=user))
        (directory / "site.conf").write_text(site_configuration(port, servers, changes))
        log = directory / "error.log"
        command = [binary, "-p", made, "-c", str(directory / "nginx.conf"), "-e", str(log)]
        child = start_child(command, log=log)
        try:
            if not wait_until(lambda: listens(port), child, log):
                raise RuntimeError(f"nginx ended at once:\n{log.read_text()}")
            yield Nginx(port, child, log)
        finally:
            stop_child(child)


def listens(port: int) -> bool:
    """Return whether something accepts connections on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
