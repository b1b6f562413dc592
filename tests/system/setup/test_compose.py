"""docker-compose.yml: its guarantees, and its processes together."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest
import yaml

from tests.environment import ROOT
from tests.support.services import Postgres, free_port
from tests.support.services.nginx_server import nginx_program
from tests.support.services.processes import listens, wait_until
from tests.system.setup import compose
from yachtsite import __version__

OURS = ("manage", "web", "worker")
ALL = (*OURS, "proxy", "db", "redis", "prometheus")
DATABASE = "postgres://yacht@/yacht?host=/run/postgresql"
REDIS = "redis://redis:6379/0"
USERS = {"db": "postgres", "redis": "valkey", "proxy": "10001:10001", "prometheus": "nobody"}
VOLUMES_OF_OURS = {"/data", "/data/backups", "/data/static", "/files"}


def test_it_has_these_services_and_publishes_the_proxy_and_prometheus_on_loopback() -> None:
    services = compose.services({})
    assert set(services) == set(ALL)
    assert {name: services[name]["ports"] for name in ALL if "ports" in services[name]} == {
        "proxy": ["127.0.0.1:8000:8080"],
        "prometheus": ["127.0.0.1:9090:9090"],
    }


def test_it_stands_alone_with_volumes_that_it_declares() -> None:
    whole = compose.whole({})
    used = {
        volume.partition(":")[0]
        for service in whole["services"].values()
        for volume in service.get("volumes", ())
    }
    assert used == set(whole["volumes"])
    assert not [name for name in ALL if "build" in whole["services"][name]]


def test_it_names_the_version_of_this_release() -> None:
    images = {compose.services({})[name]["image"] for name in OURS}
    assert images == {f"localhost/yacht:{__version__}"}
    text = (ROOT / "docker-compose.yml").read_text()
    assert set(re.findall(r"\$\{VERSION:-([^}]*)\}", text)) == {__version__}


def test_a_publisher_and_an_operator_choose_image_and_version() -> None:
    services = compose.services({"IMAGE": "images.example.org/dice", "VERSION": "7.8.9"})
    assert services["web"]["image"] == "images.example.org/dice:7.8.9"
    assert "--write-files=/files/7.8.9" in services["web"]["command"]
    assert "/files/7.8.9/nginx/nginx.conf" in services["proxy"]["command"]


@pytest.mark.parametrize("name", ALL)
def test_it_pins_each_image_to_a_version(name: str) -> None:
    tag = compose.services({})[name]["image"].rpartition(":")[2]
    assert re.fullmatch(r"v?\d+(\.\d+)*", tag), tag


@pytest.mark.parametrize("name", ALL)
def test_it_limits_memory_and_logs_of_each_service_and_starts_it_again(name: str) -> None:
    service = compose.services({})[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert re.fullmatch(r"\d+m", service["logging"]["options"]["max-size"])
    assert service["restart"] == ("no" if name == "manage" else "unless-stopped")


def test_it_lets_only_the_services_of_the_site_reach_the_database() -> None:
    services = compose.services({})
    assert services["db"]["command"] == ["postgres", "-c", "listen_addresses="]
    reach = {
        name
        for name in ALL
        if any(volume.startswith("socket:") for volume in services[name].get("volumes", ()))
    }
    assert reach == {*OURS, "db"}
    assert services["web"]["environment"]["DATABASE_URL"] == DATABASE


def test_it_scrapes_the_port_where_servers_and_workers_have_their_metrics() -> None:
    environment = compose.services({})["worker"]["environment"]
    config = yaml.safe_load((ROOT / "deploy/monitoring/prometheus.compose.yml").read_text())
    (job,) = config["scrape_configs"]
    assert job["dns_sd_configs"][0]["names"] == ["web", "worker"]
    assert str(job["dns_sd_configs"][0]["port"]) == environment["METRICS_PORT"]


def test_it_starts_commands_without_a_shell_so_that_signals_arrive() -> None:
    for name in OURS:
        assert isinstance(compose.services({})[name]["command"], list)
        assert compose.grace_period(compose.services({})[name]) == 15


@pytest.mark.parametrize("name", ALL)
def test_it_gives_no_service_root_or_more_rights(name: str) -> None:
    service = compose.services({})[name]
    user = service.get("user") or in_dockerfile("USER")
    assert user == USERS.get(name, "10001:10001")
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
    service = compose.services({})[name]
    assert service["read_only"] is True
    places = [it.split(":") for it in (*service.get("tmpfs", ()), *service.get("volumes", ()))]
    writable = {it[1] if it[1:] and it[1][0] == "/" else it[0] for it in places if it[2:] != ["ro"]}
    needed = {
        "db": {"/var/lib/postgresql/data", "/run/postgresql", "/tmp"},
        "redis": {"/data"},
        "proxy": {"/tmp"},
        "prometheus": {"/prometheus"},
    }
    assert writable == needed.get(name, {*VOLUMES_OF_OURS, "/tmp"})


@pytest.mark.parametrize("name", ALL)
def test_it_writes_after_a_restart_where_it_wrote_before(name: str) -> None:
    """When Docker starts a container again, a tmpfs has the mode of the image's directory, or 0755
    if the image has none, whatever its options say (moby 20437). All images have /tmp with 1777.
    """
    service = compose.services({})[name]
    # Valkey writes nothing: its tmpfs only replaces a volume.
    expected = [["/data"]] if name == "redis" else [["/tmp"], []]
    assert service.get("tmpfs", []) in expected
    if name == "redis":
        assert service["command"][1:5] == ["--save", "", "--appendonly", "no"]


def test_it_backs_up_with_a_client_as_new_as_the_database() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    client = re.search(r"apt-get install .*postgresql-client-(\d+)", dockerfile)
    assert client is not None
    image, _, server = compose.services({})["db"]["image"].partition(":")
    assert image == "postgres"
    assert int(client[1]) >= int(server)


@pytest.fixture(scope="module")
def replaced(postgres: Postgres, redis_url: str) -> dict[str, str]:
    """What replaces the addresses of Compose's network on this machine."""
    return {
        DATABASE: postgres.new_database(),
        REDIS: redis_url,
        "--host=0.0.0.0": "--host=127.0.0.1",
        "--port=8000": "--port=0",
        # Servers and worker have one machine here, and cannot have the same port.
        "9400": "0",
    }


class Site(NamedTuple):
    """The processes of the file that go on running. `port` is that of the proxy."""

    webs: list[compose.Process]
    worker: compose.Process
    port: int


@pytest.fixture(scope="module")
def site(replaced: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two of `web`, started together, the worker and the proxy."""
    directory = tmp_path_factory.mktemp("compose")
    services = compose.services({})
    compose.run_dockerfile_steps(directory)
    files = f"--write-files=/files/{__version__}"
    replaced = {**replaced, files: f"--write-files={directory / compose.FILES}"}
    with ExitStack() as stack:
        webs, worker = [
            [
                stack.enter_context(compose.running(services[name], replaced, directory))
                for _ in range(count)
            ]
            for name, count in (("web", 2), ("worker", 1))
        ]
        ports = [int(web.says(r"ready on http://127\.0\.0\.1:(\d+)")) for web in webs]
        worker[0].says("The (worker) is running")
        port = free_port()
        nginx = compose.write_proxy_files(directory, port, ports)
        for_nginx = {
            "nginx": nginx_program(),
            "/tmp": str(directory / "run"),
            f"/files/{__version__}/nginx/nginx.conf": str(nginx / "nginx.conf"),
        }
        with compose.running(services["proxy"], for_nginx, directory) as proxy:
            assert wait_until(lambda: listens(port), proxy.child, proxy.log)
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
    program = compose.services({})["web"]["healthcheck"]["test"][-1]
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


def test_it_makes_the_keys_once_for_all_processes(site: Site) -> None:
    directory = site.worker.log.parent
    said = [process.log.read_text() for process in (*site.webs, site.worker)]
    assert sum("vapid_key is new" in text for text in said) == 1
    assert {"secret_key", "dice_keys", "vapid_key"} <= {path.name for path in directory.iterdir()}


def test_it_serves_the_files_of_the_image_from_the_volume(site: Site) -> None:
    status, page = get(site.port, "/")
    assert status == 200
    file = re.search(r'/static/[^"]+\.css', page)
    assert file is not None
    assert (site.worker.log.parent / file[0].lstrip("/")).exists()
    assert get(site.port, file[0])[0] == 200
