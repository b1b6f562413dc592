"""Requests go to public push services only, whatever address a browser gives."""

import socket
import ssl
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pytest_django.fixtures import Settings

from games.site.account.notifications import endpoints
from games.site.account.notifications.endpoints import (
    EndpointRefused,
    UnreachableError,
    check_endpoint,
    is_public,
    post,
)
from tests.site.account.notifications.push_service import running_push_service


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com:443/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%3d",
    ],
)
def test_it_takes_the_addresses_of_push_services(address: str) -> None:
    assert check_endpoint(address).hostname


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.net/send",
        "https://push.example.net:8443/send",
        "https://user:password@push.example.net/send",
        "https://user@push.example.net/send",
        "https:///send",
        "https://push.example.net:99999/",
        "https://[push/",
        "ftp://push.example.net/",
        "file:///etc/passwd",
        "//push.example.net/",
        "",
        "https://push.example.net/\r\nHost: other",
        "https://püsh.example.net/",
        "https://push.example.net/" + "a" * 500,
    ],
)
def test_it_refuses_all_others(address: str) -> None:
    with pytest.raises(EndpointRefused):
        check_endpoint(address)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),  # metadata of clouds
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("192.0.0.8", False),  # RFC 7600
        ("192.88.99.1", False),  # RFC 7526
        ("192.0.1.1", True),
        ("3fff::1", False),  # RFC 9637
        ("::ffff:192.0.0.8", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("ff02::1", False),
        ("fec0::1", False),  # of one site
        ("::7f00:1", False),
        ("::10.0.0.1", False),
    ],
)
def test_it_knows_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def resolve(host: str, port: int, **options: Any) -> list[Any]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("8.8.8.8", "10.0.0.1")])
def test_it_refuses_a_name_that_leads_to_a_private_address(
    monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    resolve_to(monkeypatch, *addresses)

    def connect(*place: Any) -> None:
        raise AssertionError("it must not connect")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(EndpointRefused):
        post("https://push.example.net/send", b"", {})


def test_it_connects_to_the_address_that_it_has_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_to(monkeypatch, "8.8.8.8")
    places = []

    def connect(place: Any, timeout: float) -> None:
        places.append(place)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(UnreachableError):
        post("https://push.example.net/send", b"", {})
    assert places == [("8.8.8.8", 443)]


def test_it_asks_a_private_host_that_the_setting_names_and_follows_no_redirect(
    settings: Settings,
) -> None:
    with running_push_service() as service:
        address = service.endpoint("abc") + "?x=1"
        with pytest.raises(EndpointRefused):
            post(address, b"", {})
        settings.PUSH_HOSTS = [service.host]
        service.status, service.headers = 307, {"Location": service.endpoint("other")}
        assert post(address, b"text", {"TTL": "5"}) == (307, None)
        assert [(each.path, each.body) for each in service.received] == [("/send/abc?x=1", b"text")]


def test_it_says_that_nobody_answers(settings: Settings) -> None:
    with running_push_service() as service:
        settings.PUSH_HOSTS = [service.host]
        address = service.endpoint("abc")
    with pytest.raises(UnreachableError):
        post(address, b"", {})


def test_it_waits_only_so_long_for_one_that_answers_byte_by_byte(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "TOTAL_S", 0.3)

    def drip(server: socket.socket) -> None:
        connected, _ = server.accept()
        with connected, suppress(OSError):
            connected.sendall(b"HTTP/1.1 201 Created\r\nX: ")
            while True:
                connected.sendall(b"x")
                time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as server:
        host = f"127.0.0.1:{server.getsockname()[1]}"
        settings.PUSH_HOSTS = [host]
        thread = threading.Thread(target=drip, args=(server,))
        thread.start()
        with pytest.raises(UnreachableError):
            post(f"http://{host}/", b"", {})
        thread.join(timeout=10)
        assert not thread.is_alive()


def test_it_does_not_begin_when_the_time_is_up_before_it_is_connected(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "TOTAL_S", 0.05)
    resolve = socket.getaddrinfo

    def resolve_slowly(*place: Any, **options: Any) -> Any:
        time.sleep(0.2)
        return resolve(*place, **options)

    with running_push_service() as service:
        settings.PUSH_HOSTS = [service.host]
        monkeypatch.setattr(socket, "getaddrinfo", resolve_slowly)
        with pytest.raises(UnreachableError):
            post(service.endpoint("abc"), b"", {})
        assert service.received == []


def test_it_does_not_wait_for_a_slow_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "TOTAL_S", 0.1)
    answered = threading.Event()

    def resolve(*place: Any, **options: Any) -> Any:
        answered.wait(30)
        raise OSError("no answer")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    began = time.monotonic()
    with pytest.raises(UnreachableError):
        post("https://push.example.net/send", b"", {})
    assert time.monotonic() - began < 5
    answered.set()


@pytest.mark.parametrize(
    ("header", "wait"), [("300", 300), ("-1", None), ("soon", None), ("9" * 5000, None)]
)
def test_it_tells_how_long_to_wait(settings: Settings, header: str, wait: int | None) -> None:
    with running_push_service() as service:
        settings.PUSH_HOSTS = [service.host]
        service.status, service.headers = 429, {"Retry-After": header}
        assert post(service.endpoint("abc"), b"", {}) == (429, wait)


def write_certificate(path: Path) -> None:
    """Write a key, and a certificate for 127.0.0.1 that it has signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1).add_extension(names, False)
    builder = builder.not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
    signed = builder.not_valid_after(datetime(2099, 1, 1, tzinfo=UTC)).sign(key, SHA256())
    form = PrivateFormat.PKCS8
    secret = key.private_bytes(Encoding.PEM, form, NoEncryption())
    path.write_bytes(secret + signed.public_bytes(Encoding.PEM))


def test_it_asks_nobody_with_a_certificate_that_no_authority_has_signed(
    settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "certificate.pem"
    write_certificate(file)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    received = []

    def answer(server: socket.socket) -> None:
        connected, _ = server.accept()
        with (
            connected,
            suppress(OSError),
            context.wrap_socket(connected, server_side=True) as secure,
        ):
            received.append(secure.recv(1000))

    with socket.create_server(("127.0.0.1", 0)) as server:
        host = f"127.0.0.1:{server.getsockname()[1]}"
        settings.PUSH_HOSTS = [host]
        thread = threading.Thread(target=answer, args=(server,))
        thread.start()
        with pytest.raises(UnreachableError, match="CERTIFICATE_VERIFY_FAILED"):
            post(f"https://{host}/", b"", {})
        thread.join(timeout=10)
    assert received == []
