"""The files that nginx and Prometheus in docker-compose.yml read. They are in a volume, so that
docker-compose.yml stands alone.
"""

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.conf import settings

RESOLV_CONF = Path("/etc/resolv.conf")
NAMESERVER = re.compile(r"^nameserver\s+([0-9a-fA-F.:]+)", re.MULTILINE)
RESOLVER = re.compile(r"^( *resolver )\S+", re.MULTILINE)


def add_write_files(parser: ArgumentParser) -> None:
    """Declare --write-files."""
    parser.add_argument(
        "--write-files",
        metavar="DIRECTORY",
        type=Path,
        help="also the files of nginx and Prometheus, for docker-compose.yml",
    )


def files_written(options: Mapping[str, Any]) -> Iterator[str]:
    """Write the files if that option says where. Yield what was done."""
    directory: Path | None = options["write_files"]
    if directory is None:
        return
    for name, text in container_files().items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # The proxy may just read it, and another server may write it.
        part = path.with_name(f".{path.name}.{token_hex(4)}")
        part.write_text(text)
        # The other containers have other accounts; there is no secret in these files.
        for each, mode in ((directory, 0o755), (path.parent, 0o755), (part, 0o644)):
            each.chmod(mode)
        part.replace(path)
    yield f"The files of the proxy and of Prometheus are in {directory}."


def container_files() -> dict[str, str]:
    """Return the files by name: those of deploy, with changes for a container without rights."""
    deploy = Path(settings.BASE_DIR, "deploy")
    names = ("nginx/nginx.conf", "monitoring/alerts.yml", "monitoring/prometheus.compose.yml")
    files = {name: (deploy / name).read_text() for name in names}
    # Without rights, nobody may listen on a port below 1024.
    site = (deploy / "nginx/site.conf").read_text()
    files["nginx/site.conf"] = site.replace("listen 80;", "listen 8080;")
    # Docker's and Podman's name servers have other addresses; this container asks the right one.
    upstream = (deploy / "nginx/upstream.compose.conf").read_text()
    files["nginx/upstream.conf"] = RESOLVER.sub(rf"\g<1>{_name_server()}", upstream)
    return files


def _name_server() -> str:
    """Return the first one, which knows the containers; nginx would ask all in turn."""
    server = NAMESERVER.findall(RESOLV_CONF.read_text())[0]
    return f"[{server}]" if ":" in server else server
