"""The files that a server writes for nginx and Prometheus of docker-compose.yml."""

from pathlib import Path

import pytest

from games.assembly.startup import container_files


@pytest.mark.parametrize(
    ("resolv_conf", "resolver"),
    [
        ("nameserver 127.0.0.11\noptions ndots:0\n", "resolver 127.0.0.11 valid=2s;"),
        (
            "search dns.podman\nnameserver 10.89.0.1\nnameserver 192.0.2.53\n",
            "resolver 10.89.0.1 valid=2s;",
        ),
        ("nameserver fd00::1\n", "resolver [fd00::1] valid=2s;"),
    ],
)
def test_it_has_nginx_ask_the_first_name_server_of_the_container(
    resolv_conf: str, resolver: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "resolv.conf"
    file.write_text(resolv_conf)
    monkeypatch.setattr(container_files, "RESOLV_CONF", file)
    assert resolver in container_files.container_files()["nginx/upstream.conf"]


def test_it_writes_files_that_other_accounts_can_read_and_replaces_old_ones(tmp_path: Path) -> None:
    directory = tmp_path / "1.0.0"
    old = directory / "nginx" / "site.conf"
    old.parent.mkdir(parents=True)
    old.write_text("old")
    (line,) = container_files.files_written({"write_files": directory})
    assert str(directory) in line
    assert "listen 8080;" in old.read_text()
    modes = {path.stat().st_mode & 0o777 for path in directory.rglob("*") if path.is_file()}
    assert modes == {0o644}
    assert (directory / "nginx").stat().st_mode & 0o777 == 0o755
    assert not list(directory.rglob(".*"))


def test_it_writes_nothing_without_the_option() -> None:
    assert list(container_files.files_written({"write_files": None})) == []
