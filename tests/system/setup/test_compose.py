"""docker-compose.yml: its guarantees, and its processes together."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from games.assembly.cluster.cluster import listens
from tests.environment import ROOT
from tests.support.services import Postgres, free_port
from tests.support.services.nginx_server import nginx_program
from tests.support.services.processes import wait_until
from tests.system.setup import compose

OURS = ("migrate", "static", "manage", "web", "worker")
ALL = (*OURS, "proxy", "db", "redis")
KEY = {
    "SECRET_KEY": "0123456789" * 6,
    "DICE_KEYS": f"{'ab' * 21}A=",
    "POSTGRES_PASSWORD": "abc123",
}
IN_COMPOSE = {
    "database": "postgres://yacht:abc123@db:5432/yacht",
    "redis": "redis://redis:6379/0",
}


def test_it_has_these_services_and_publishes_the_proxy_alone() -> None:
    services = compose.services(KEY)
    assert set(services) == set(ALL)
    assert [name for name in ALL if "ports" in services[name]] == ["proxy"]
    assert services["proxy"]["ports"] == ["127.0.0.1:8000:80"]


@pytest.mark.parametrize("name", KEY)
def test_it_has_no_default_password_or_key(name: str) -> None:
    others = {other: value for other, value in KEY.items() if other != name}
    with pytest.raises(compose.VariableNeeded, match=f"Set {name} to .*random"):
        compose.services(others)


def test_it_gives_the_database_the_password_that_the_site_uses() -> None:
    environment = compose.services(KEY)["db"]["environment"]
    assert environment["POSTGRES_PASSWORD"] == KEY["POSTGRES_PASSWORD"]


def test_it_starts_commands_without_a_shell_so_that_signals_arrive() -> None:
    for name in OURS:
        assert isinstance(compose.services(KEY)[name]["command"], list)
        assert compose.grace_period(compose.services(KEY)[name]) == 15


@pytest.mark.parametrize("name", ALL)
def test_it_gives_no_service_root_or_more_rights(name: str) -> None:
    service = compose.services(KEY)[name]
    user = service.get("user") or in_dockerfile("USER")
    assert user == {"db": "postgres", "redis": "redis", "proxy": "10001:10001"}.get(name, "yacht")
    assert "--uid 10001 yacht" in (ROOT / "Dockerfile").read_text()
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]


def in_dockerfile(instruction: str) -> str:
    """Return the arguments of the last such line of the Dockerfile."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{instruction} ")][-1]


@pytest.mark.parametrize("name", ALL)
def test_it_lets_no_service_write_outside_its_volumes(name: str) -> None:
    service = compose.services(KEY)[name]
    assert service["read_only"] is True
    volumes = [it.split(":") for it in service.get("volumes", ())]
    writable = [*service["tmpfs"], *(it[1] for it in volumes if it[2:] != ["ro"])]
    needed = {
        "db": {"/var/lib/postgresql/data", "/run/postgresql", "/tmp"},
        "redis": {"/data"},
        "proxy": {"/run/yacht"},
        "static": {"/app/var/static", "/tmp"},
        "manage": {"/app/var/cache", "/app/var/backups", "/tmp"},
    }
    assert set(writable) == needed.get(name, {"/app/var/cache", "/tmp"})


def test_it_backs_up_with_a_client_as_new_as_the_database() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    client = re.search(r"apt-get install .*postgresql-client-(\d+)", dockerfile)
    assert client is not None
    image, _, server = compose.services(KEY)["db"]["image"].partition(":")
    assert image == "postgres"
    assert int(client[1]) >= int(server)


@pytest.fixture(scope="module")
def replaced(postgres: Postgres, redis_url: str) -> dict[str, str]:
    """What replaces the addresses of Compose's network on this machine."""
    return {
        IN_COMPOSE["database"]: postgres.new_database(),
        IN_COMPOSE["redis"]: redis_url,
        "0.0.0.0": "127.0.0.1",
        "8000": "0",
    }


class Site(NamedTuple):
    """The processes of the file that go on running. `port` is that of the proxy."""

    webs: list[compose.Process]
    worker: compose.Process
    port: int


@pytest.fixture(scope="module")
def site(replaced: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The one-shot processes run to their end, then two of `web`, the worker and the proxy."""
    directory = tmp_path_factory.mktemp("compose")
    services = compose.services(KEY)
    compose.run_dockerfile_steps(directory)
    for name in ("migrate", "static"):
        compose.run_to_end(services[name], replaced, directory)
    with ExitStack() as stack:
        webs, worker = [
            [
                stack.enter_context(compose.running(services[name], replaced, directory))
                for _ in range(count)
            ]
            for name, count in (("web", 2), ("worker", 1))
        ]
        ports = [int(web.says(r"ready on http://127\.0\.0\.1:(\d+)")) for web in webs]
        port = free_port()
        compose.write_proxy_files(services["proxy"], directory, port, ports)
        for_nginx = {
            "nginx": nginx_program(),
            "/run/yacht": str(directory / "run"),
            "/etc/yacht/nginx.conf": str(directory / "etc" / "nginx.conf"),
        }
        with compose.running(services["proxy"], for_nginx, directory) as proxy:
            assert wait_until(lambda: listens("127.0.0.1", port), proxy.child, proxy.log)
            yield Site(webs, worker[0], port)
    assert [each.child.returncode for each in (*webs, *worker)] == [0, 0, 0]


def get(port: int, path: str, host: str = "localhost") -> tuple[int, str]:
    """Return the status and body of one page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_it_is_ready_with_database_migrations_and_redis(site: Site) -> None:
    status, body = get(site.port, "/readyz")
    assert status == 200
    assert json.loads(body) == {
        "ready": True,
        "database": "ok",
        "migrations": "ok",
        "redis": "ok",
        "disk": "ok",
    }


def test_it_answers_the_health_check_of_the_compose_file(site: Site) -> None:
    program = compose.services(KEY)["web"]["healthcheck"]["test"][-1]
    url = re.search(r"http://([\d.]+):8000(/\w+)", program)
    assert url is not None
    assert get(site.port, url[2], host=url[1])[0] == 200


@pytest.mark.parametrize(("scheme", "accepted"), [("https", True), ("http", False)])
def test_it_hears_of_a_proxy_with_tls_on_the_host(site: Site, scheme: str, accepted: bool) -> None:
    token = "a" * 32
    headers = {
        "Host": "localhost",
        "Origin": "https://localhost",
        "X-Forwarded-Proto": scheme,
        "X-Real-IP": "192.0.2.7",
        "Cookie": f"csrftoken={token}",
        "X-CSRFToken": token,
    }
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("POST", "/guest/", "", headers)
    assert (connection.getresponse().status != 403) is accepted


def test_it_leaves_no_data_in_the_directory_of_the_image(site: Site) -> None:
    directory: Path = site.worker.log.parent
    # etc and run stand for volumes of the proxy.
    names = {path.name for path in directory.iterdir() if path.suffix != ".log"}
    assert names == {"static", "etc", "run"}
