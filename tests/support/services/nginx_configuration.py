"""The configuration of an nginx in front of servers of a test, from the files in deploy/nginx."""

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.environment import ROOT

# Debian's nginx is in a directory that only root has in PATH.
DIRECTORIES = "/usr/sbin:/usr/local/sbin"
FILES = {"site.conf": "site.conf", "upstream.conf": "upstream.conf"}
COMPOSE_FILES = {"site.conf": "site.conf", "upstream.conf": "upstream.compose.conf"}
"""Which files of deploy/nginx are included, by the name that includes them."""
LISTEN = re.compile(r"listen (80|8080);")
RESOLVER = re.compile(r"resolver \S+ valid=2s;")
SERVERS = re.compile(r"^ *server [^;{]*;\n(?: *server [^;{]*;\n)*", re.MULTILINE)


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path=DIRECTORIES)


def write_configuration(
    directory: Path, port: int, servers: Sequence[int], static: Path, files: Mapping[str, str]
) -> Path:
    """Write the configuration into `directory`, which becomes nginx's own; return its main file.

    servers: their ports. static: the directory of the collected files. files: as in FILES.
    """
    main = _text("nginx.conf")
    if directory.owner() == "root":
        # Otherwise the processes of an nginx started by root could not use the directory's sockets.
        main = f"user root;\n{main}"
    (directory / "nginx.conf").write_text(main)
    for name, source in files.items():
        (directory / name).write_text(on_this_machine(name, _text(source), port, servers))
    (directory / "static").symlink_to(static.resolve())
    return directory / "nginx.conf"


def on_this_machine(name: str, text: str, port: int, servers: Sequence[int]) -> str:
    """Return one of the files with this port of nginx and these of the servers, on loopback."""
    if name == "site.conf":
        return _replaced(LISTEN, f"listen 127.0.0.1:{port};", text)
    if name != "upstream.conf":
        return text
    (first,) = SERVERS.findall(text)
    # Names and addresses of containers come from their name server; here, there are only addresses.
    _, _, options = first.partition(";")[0].strip().replace(" resolve", "").split(" ", 2)
    lines = "".join(f"    server 127.0.0.1:{each} {options};\n" for each in servers)
    return _replaced(SERVERS, lines, RESOLVER.sub("", text))


def _replaced(pattern: re.Pattern[str], new: str, text: str) -> str:
    found, times = pattern.subn(new, text)
    assert times == 1, (pattern.pattern, times)
    return found


def _text(name: str) -> str:
    return (ROOT / "deploy" / "nginx" / name).read_text()
