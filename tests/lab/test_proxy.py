"""The TCP proxy of the chaos experiments: it freezes without losing, refuses, and breaks off."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.lab.chaos.proxy import Proxy


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that sends back what it gets."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=answer, args=[connection], daemon=True).start()

        def answer(connection: socket.socket) -> None:
            with connection:
                try:
                    while data := connection.recv(100):
                        connection.sendall(data)
                except ConnectionError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]


@pytest.fixture
def proxy(echo: int) -> Iterator[Proxy]:
    proxy = Proxy([echo])
    yield proxy
    proxy.close()


def connect(proxy: Proxy) -> "closing[socket.socket]":
    return closing(socket.create_connection(("127.0.0.1", proxy.port), timeout=5))


def test_it_forwards_in_both_directions(proxy: Proxy, echo: int) -> None:
    with connect(proxy) as client:
        client.sendall(b"hello")
        assert client.recv(100) == b"hello"
        assert proxy.open[echo] == 1


def test_it_forgets_nothing_while_it_is_frozen(proxy: Proxy) -> None:
    with connect(proxy) as client:
        client.sendall(b"a")
        assert client.recv(100) == b"a"
        proxy.freeze()
        client.sendall(b"b")
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(100)
        proxy.thaw()
        client.settimeout(5)
        assert client.recv(100) == b"b"


def test_it_ends_all_connections(proxy: Proxy) -> None:
    with connect(proxy) as client:
        client.sendall(b"a")
        assert client.recv(100) == b"a"
        proxy.cut()
        assert client.recv(100) == b""


def test_it_refuses_to_connect(proxy: Proxy) -> None:
    proxy.refuses = True
    with connect(proxy) as client:
        assert client.recv(100) == b""


def test_it_takes_another_target_if_one_is_down(echo: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        nobody = unused.getsockname()[1]
    proxy = Proxy([nobody, echo])
    try:
        for _ in range(2):
            with connect(proxy) as client:
                client.sendall(b"x")
                assert client.recv(100) == b"x"
    finally:
        proxy.close()
