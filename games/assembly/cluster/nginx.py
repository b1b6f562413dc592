"""An nginx in front of the servers of a cluster, with the files in deploy/nginx."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

# Debian's nginx is in a directory that only root has in PATH.
DIRECTORIES = "/usr/sbin:/usr/local/sbin"
LISTEN = "listen 80;"


@dataclass(frozen=True)
class Front:
    """Where nginx listens, and the files of its certificate if it speaks HTTPS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None

    def directives(self) -> str:
        """Return the directives of the `server` block."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.certificate is None:
            return f"listen {host}:{self.port};"
        return (
            f"listen {host}:{self.port} ssl;\n"
            f'    ssl_certificate "{self.certificate}";\n'
            f'    ssl_certificate_key "{self.key}";'
        )


def find_nginx() -> str | None:
    """Return the path of nginx, None if it is not installed."""
    return shutil.which("nginx") or shutil.which("nginx", path=DIRECTORIES)


def write_configuration(
    directory: Path, front: Front, servers: Sequence[str], static: Path
) -> Path:
    """Write the configuration into `directory`, which becomes nginx's own; return its main file.

    servers: their addresses as nginx names them, such as "unix:/run/web-1.sock".
    static: the directory of the collected files.
    """
    main = _text("nginx.conf")
    if directory.owner() == "root":
        # Otherwise the processes of an nginx started by root could not use the directory's sockets.
        main = f"user root;\n{main}"
    (directory / "nginx.conf").write_text(main)
    (directory / "site.conf").write_text(site_configuration(front))
    (directory / "upstream.conf").write_text(upstream_configuration(servers))
    (directory / "static").symlink_to(static.resolve())
    return directory / "nginx.conf"


def site_configuration(front: Front) -> str:
    """Return deploy/nginx/site.conf with another address."""
    text = _text("site.conf")
    assert text.count(LISTEN) == 1
    return text.replace(LISTEN, front.directives())


def upstream_configuration(servers: Sequence[str]) -> str:
    """Return deploy/nginx/upstream.conf with other servers."""
    lines = _text("upstream.conf").splitlines()
    numbers = [number for number, line in enumerate(lines) if line.strip().startswith("server ")]
    pattern = lines[numbers[0]]
    own = [pattern.replace(pattern.split()[1], server) for server in servers]
    return "\n".join([*lines[: numbers[0]], *own, *lines[numbers[-1] + 1 :], ""])


def _text(name: str) -> str:
    path: Path = settings.BASE_DIR / "deploy" / "nginx" / name
    return path.read_text()
