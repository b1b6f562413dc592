"""Caddy and HAProxy on a free loopback port, with the files in deploy or what most people write."""

import contextlib
import os
import shutil
import socket
import ssl
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from tests.environment import ROOT
from tests.support.services.missing import Missing
from tests.support.services.nginx_configuration import DIRECTORIES
from tests.support.services.processes import (
    free_port,
    listens,
    start_child,
    stop_child,
    wait_until,
)

SITE_IN_CADDYFILE = "yacht.example.org {"
CADDY_OPTIONS = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n"
"""For a test: no other port, and no certificate authority in the machine's browsers."""
STOCK_CADDYFILE = """{
}
yacht.example.org {
	reverse_proxy 127.0.0.1:8000
}
"""
"""What most people write."""
STOCK_HAPROXY = """
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    timeout tunnel 60s
    option forwardfor
frontend yacht
    bind :80
    default_backend servers
backend servers
    server web1 127.0.0.1:8001
"""


def find(program: str) -> str:
    """Return the path of a program. Raises Missing."""
    found = shutil.which(program) or shutil.which(program, path=DIRECTORIES)
    if found is None:
        raise Missing(program, f"Install it (apt-get install {program}).", optional=True)
    return found


@contextlib.contextmanager
def running_caddy(server: int, *, stock: bool = False) -> Iterator[int]:
    """Start Caddy with TLS in front of a port; return its own. Raises Missing.

    Its certificate is from an authority of its own, for localhost.
    """
    port, text = free_port(), STOCK_CADDYFILE
    if not stock:
        text = (ROOT / "deploy/caddy/Caddyfile").read_text()
    changes = {
        SITE_IN_CADDYFILE: f"localhost:{port} {{\n\tbind 127.0.0.1\n\ttls internal",
        "127.0.0.1:8000": f"127.0.0.1:{server}",
        "{\n": CADDY_OPTIONS,
    }
    command = [find("caddy"), "run", "--adapter", "caddyfile", "--config"]
    with _running(command, partial(_speaks_tls, port), text, changes):
        yield port


@contextlib.contextmanager
def running_haproxy(server: int, *, stock: bool = False) -> Iterator[int]:
    """Start HAProxy in front of a port; return its own. Raises Missing."""
    port, text = free_port(), STOCK_HAPROXY
    changes = {"bind :80": f"bind 127.0.0.1:{port}", "127.0.0.1:8001": f"127.0.0.1:{server}"}
    if not stock:
        text = (ROOT / "deploy/haproxy/haproxy.cfg").read_text()
        changes |= {"127.0.0.1:8002": f"127.0.0.1:{server}", "maxconn 20000": "maxconn 1000"}
    command = [find("haproxy"), "-db", "-f"]
    with _running(command, partial(listens, port), text, changes):
        yield port


def _speaks_tls(port: int) -> bool:
    """Whether Caddy has its certificate: it listens before."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with (
            socket.create_connection(("127.0.0.1", port)) as raw,
            context.wrap_socket(raw, server_hostname="localhost"),
        ):
            return True
    except OSError:
        return False


@contextlib.contextmanager
def _running(
    command: list[str], ready: Callable[[], bool], text: str, changes: Mapping[str, str]
) -> Iterator[None]:
    with tempfile.TemporaryDirectory(prefix="yacht-proxy-") as made:
        directory = Path(made)
        for old, new in changes.items():
            assert old in text, old
            text = text.replace(old, new, 1)
        (directory / "configuration").write_text(text)
        home = {"HOME": made, "XDG_DATA_HOME": made, "XDG_CONFIG_HOME": made}
        log = directory / "log"
        child = start_child(
            [*command, str(directory / "configuration")], log=log, env={**os.environ, **home}
        )
        try:
            if not wait_until(ready, child, log):
                raise RuntimeError(f"{command[0]} ended at once:\n{log.read_text()}")
            yield
        finally:
            stop_child(child)
