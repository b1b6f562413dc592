"""The private names that our overrides rely on, in the installed versions of the libraries.

Two kinds of checks: names that we read or call must exist, and functions that we replace or
imitate must not have changed. After an upgrade, a failure here means: read the new code, adapt the
override, run the tests named in the message, and only then update this file.
"""

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

import psycopg
import pytest
from autobahn.websocket.protocol import WebSocketProtocol as AutobahnProtocol
from autobahn.websocket.protocol import WebSocketServerProtocol as AutobahnServerProtocol
from daphne.http_protocol import WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol as DaphneProtocol
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper, SQLiteCursorWrapper
from django.db.models.query import ModelIterable, RelatedPopulator, get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import Atomic
from twisted.internet.abstract import FileDescriptor
from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.tcp import Connection, Port
from twisted.web.http import HTTPChannel, Request

from tests.environment import ROOT

TESTS = {
    "twisted_transport": "tests/platform/server",
    "quick_handshake": "tests/platform/server/test_quick_handshake.py",
    "autobahn_websocket": "tests/platform/server",
    "daphne_request": "tests/platform/server",
    "daphne_server": "tests/platform/server",
    "twisted_http": "tests/system/attack/test_slow_requests.py",
    "django_handler": "tests/platform/server/test_django_handler.py",
    "django_rows": "tests/platform/database/test_prepared.py",
    "django_sqlite": "tests/platform/database/test_django_sqlite.py",
    "django_commit": "tests/record/log on PostgreSQL (tests/test_other_backends.py)",
}


class Use(NamedTuple):
    """Something of a library, and our module that relies on it."""

    module: str
    library: str
    owner: Any
    name: str

    @property
    def remedy(self) -> str:
        what = f"{getattr(self.owner, '__name__', self.owner)}.{self.name}"
        return (
            f"{self.library} {version(self.library)} has changed {what}. Compare it with"
            f" overrides/{self.module}, adapt that, run {TESTS[self.module]}, then"
            " update tests/test_private_names.py."
        )


def ids(use: object) -> str | None:
    """Return a readable name for a parameter of a test."""
    return f"{use.module}-{use.name}" if isinstance(use, Use) else None


def attributes(owner: type) -> set[str]:
    """Return the names of a class: defined in it or its bases, or assigned to `self` there."""
    found = set(dir(owner))
    for base in owner.__mro__[:-1]:
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        except (OSError, TypeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
    return found


def uses(module: str, library: str, owner: Any, names: str) -> list[Use]:
    """Return a use for each of the names, which are separated by spaces."""
    return [Use(module, library, owner, name) for name in names.split()]


EXISTING = [
    *uses(
        "twisted_transport",
        "twisted",
        FileDescriptor,
        "_tempDataBuffer _tempDataLen _writeDisconnecting dataBuffer producerPaused disconnecting"
        " connected startWriting startReading stopReading",
    ),
    *uses("twisted_transport", "twisted", Port, "numberAccepts"),
    *uses(
        "autobahn_websocket",
        "autobahn",
        AutobahnProtocol,
        "_dataReceived consumeData onFrameBegin data current_frame inside_message"
        " message_data message_is_binary failedByMe closedByMe localCloseCode"
        " dropConnection sendCloseFrame onOpenHandshakeTimeout onAutoPingTimeout onPong"
        " trafficStats utf8validator is_open is_closed send_queue send_state"
        " state STATE_OPEN STATE_CONNECTING STATE_CLOSING",
    ),
    *uses("autobahn_websocket", "autobahn", AutobahnServerProtocol, "CONFIG_ATTRS failHandshake"),
    *uses(
        "autobahn_websocket",
        "daphne",
        DaphneProtocol,
        "handshake_deferred application_queue last_ping server serverReject serverSend"
        " _onOpen websocket_version",
    ),
    *uses("daphne_request", "daphne", WebRequest, "_response_started channel finished basic_error"),
    *uses("daphne_request", "twisted", HTTPChannel, "forceAbortClient"),
    *uses(
        "twisted_http",
        "twisted",
        HTTPChannel,
        "length requests maxHeaders totalHeadersSize MAX_LENGTH _optimisticEagerReadSize"
        " _handlingRequest forceAbortClient loseConnection",
    ),
    *uses(
        "daphne_server",
        "daphne",
        Server,
        "connections ws_factory create_application protocol_disconnected application_checker"
        " timeout_checker websocket_handshake_timeout",
    ),
    *uses("daphne_server", "daphne", DaphneProtocol, "check_timeouts"),
    *uses("daphne_server", "daphne", WebRequest, "check_timeouts"),
    *uses(
        "django_rows",
        "Django",
        SQLCompiler,
        "klass_info select annotation_col_map get_converters as_sql",
    ),
    *uses("django_rows", "Django", RelatedPopulator, "populate"),
    *uses(
        "django_sqlite",
        "Django",
        DatabaseWrapper,
        "create_cursor connection in_atomic_block _commit _rollback _close",
    ),
    *uses("django_commit", "psycopg", psycopg.Connection, "commit pipeline"),
]


@pytest.mark.parametrize("use", EXISTING, ids=ids)
def test_it_still_has_the_name(use: Use) -> None:
    assert use.name in attributes(use.owner), use.remedy


# The first twelve digits of the SHA-256 of the source.
REPLACED = {
    Use("twisted_transport", "twisted", AsyncioSelectorReactor, "_readOrWrite"): "2e9bc5e80804",
    Use("twisted_transport", "twisted", AsyncioSelectorReactor, "addReader"): "8a0c860dba6c",
    Use("twisted_transport", "twisted", FileDescriptor, "doWrite"): "33b469b3af89",
    Use("twisted_transport", "twisted", FileDescriptor, "write"): "b3410de7a827",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "_dataReceived"): "f0baac62429c",
    Use("twisted_transport", "twisted", Connection, "connectionLost"): "2593a9583349",
    Use("quick_handshake", "daphne", WebRequest, "process"): "1da7a24671a5",
    Use("quick_handshake", "daphne", DaphneProtocol, "onConnect"): "904141de9493",
    Use("quick_handshake", "autobahn", AutobahnServerProtocol, "processHandshake"): "5dcab2b94603",
    Use("quick_handshake", "autobahn", AutobahnServerProtocol, "succeedHandshake"): "0189feabe78e",
    Use("autobahn_websocket", "autobahn", AutobahnServerProtocol, "__init__"): "826f324c59b0",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "_connectionMade"): "6f363f37d56d",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "_connectionLost"): "bc1b9a67304e",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "onConnect"): "904141de9493",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "onOpen"): "a4f1cd25c6c5",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "serverAccept"): "4dd683392519",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "handle_exception"): "a31780b7eb9a",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "consumeData"): "d6dd254ab065",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "processData"): "3ac2ab517b34",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "onFrameBegin"): "161ff1501726",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "onMessageEnd"): "dd5576273c0a",
    Use("autobahn_websocket", "autobahn", AutobahnProtocol, "sendCloseFrame"): "36a2daf270f8",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "onMessage"): "4d43a61354e6",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "serverSend"): "7ad2b1f417d5",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "onClose"): "1e40cbcba189",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "serverReject"): "2ed49a0a4f4d",
    Use("autobahn_websocket", "daphne", DaphneProtocol, "check_timeouts"): "d5ad2378af81",
    Use("daphne_request", "daphne", WebRequest, "basic_error"): "aace6739b364",
    Use("daphne_request", "daphne", WebRequest, "process"): "1da7a24671a5",
    Use("daphne_request", "twisted", Request, "requestReceived"): "eb1724c9c32b",
    Use("twisted_http", "twisted", HTTPChannel, "connectionMade"): "c8e94c239257",
    Use("twisted_http", "twisted", HTTPChannel, "dataReceived"): "f0a832089672",
    Use("twisted_http", "twisted", HTTPChannel, "lineReceived"): "a1036e59284b",
    Use("twisted_http", "twisted", HTTPChannel, "allHeadersReceived"): "a6e49e4e8b76",
    Use("twisted_http", "twisted", HTTPChannel, "rawDataReceived"): "2988e874753b",
    Use("twisted_http", "twisted", HTTPChannel, "allContentReceived"): "acf866dcc7e4",
    Use("twisted_http", "twisted", HTTPChannel, "requestDone"): "baabed1f1538",
    Use("twisted_http", "twisted", HTTPChannel, "connectionLost"): "75d0ffbeac7e",
    Use("daphne_server", "daphne", Server, "run"): "ab2afc417659",
    Use("daphne_server", "daphne", Server, "create_application"): "6d6da219bd73",
    Use("daphne_server", "daphne", Server, "protocol_disconnected"): "ad1c4ac7c987",
    Use("daphne_server", "daphne", Server, "timeout_checker"): "521b4ba864f1",
    Use("daphne_server", "daphne", Server, "application_checker"): "93a55d9db2c2",
    Use("twisted_transport", "twisted", Port, "doRead"): "e8f687216222",
    Use("django_handler", "Django", ASGIHandler, "__init__"): "4d30812e5ed7",
    Use("django_handler", "Django", BaseHandler, "load_middleware"): "892801349dd6",
    Use("django_handler", "Django", BaseHandler, "get_response"): "c4afeb39a22c",
    Use("django_handler", "Django", BaseHandler, "get_response_async"): "2fa692f98e15",
    Use("django_rows", "Django", ModelIterable, "__iter__"): "6fcbff9d1063",
    Use("django_rows", "Django", RelatedPopulator, "populate"): "3899c6ad76eb",
    Use(
        "django_sqlite", "Django", DatabaseWrapper, "_start_transaction_under_autocommit"
    ): "0658e3070624",
    Use("django_sqlite", "Django", DatabaseWrapper, "create_cursor"): "5c3e4a272c02",
    Use("django_sqlite", "Django", DatabaseWrapper, "_rollback"): "30b8a2a3e6c0",
    Use("django_sqlite", "Django", DatabaseWrapper, "_close"): "c66a4223f4c4",
    Use("django_sqlite", "Django", SQLiteCursorWrapper, "execute"): "cd30a3e677b5",
    Use("django_sqlite", "Django", SQLiteCursorWrapper, "executemany"): "c47a99342783",
    Use("django_commit", "Django", BaseDatabaseWrapper, "_commit"): "a8191b2d7118",
    Use("django_commit", "Django", Atomic, "__exit__"): "8f9ba1fa763e",
}


def fingerprint(function: Callable[..., Any]) -> str:
    source = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    return hashlib.sha256(source.encode()).hexdigest()[:12]


@pytest.mark.parametrize(("use", "expected"), REPLACED.items(), ids=ids)
def test_it_still_has_the_code_that_we_replace_or_imitate(use: Use, expected: str) -> None:
    assert fingerprint(getattr(use.owner, use.name)) == expected, use.remedy


def test_it_starts_a_connection_with_nothing_to_send() -> None:
    descriptor = FileDescriptor(reactor=object())  # type: ignore[arg-type]
    assert descriptor._tempDataBuffer == []
    assert (descriptor._tempDataLen, descriptor.dataBuffer) == (0, b"")
    assert not descriptor._writeDisconnecting


def test_it_takes_the_arguments_that_we_pass() -> None:
    bind = inspect.signature(AsyncioSelectorReactor._readOrWrite).bind
    assert bind("reactor", "selectable", True).arguments
    bind = inspect.signature(get_related_populators).bind
    assert bind("klass_info", "select", "using").arguments
    bind = inspect.signature(AutobahnProtocol.sendCloseFrame).bind
    assert bind("protocol", 4429, b"too many frames").arguments


def test_it_knows_every_module() -> None:
    # A new override needs its names here.
    games = ROOT / "games"
    modules = {path.stem for path in games.glob("*/*/overrides/[!_]*")}
    # The reactor is made with public names only.
    assert modules - {"twisted_reactor"} == {use.module for use in (*EXISTING, *REPLACED)}
