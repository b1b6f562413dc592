"""One client of the pages: their forms with odd values, and headers for the server itself.

Each header, method and number at each address is tried by tests/system/addresses.
"""

import asyncio
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from urllib.parse import quote, urlencode

from workshop.lab.fuzz.oddities import ODD_NUMBERS, ODD_TEXTS, broken, odd_value
from workshop.lab.fuzz.paths import PathMaker
from workshop.lab.fuzz.record import Record
from workshop.lab.fuzz.site import Person, Site

ANSWER_S = 60.0
ODD_ANSWER_S = 3.0
"""How long to wait for the answer to a request that may be no valid HTTP: the server may wait for
the rest of it.
"""
MAX_ANSWER = 32 * 1024 * 1024
TOKEN = "f" * 32
METHODS = ("GET", "GET", "POST")
HEADERS = (
    ("Host", ("evil.example", "", "[", "127.0.0.1:x", "127.0.0.1:99999", "\xff", "a" * 300)),
    ("Upgrade", ("websocket", "h2c")),
    ("Expect", ("100-continue", "x")),
    ("Connection", ("upgrade", "keep-alive", "x")),
    ("Content-Length", ("0", "-1", "x", "5", "99999999999999999999")),
    ("Transfer-Encoding", ("chunked", "gzip", "chunked, chunked", "x")),
    ("Content-Encoding", ("gzip",)),
    (
        "Cookie",
        ("sessionid=x; sessionid=y", "sessionid=" + "a" * 3000, '"', "messages=x", "\xff=\xff"),
    ),
)
"""What the server reads before the site does."""
FORM = "application/x-www-form-urlencoded"
CONTENT_TYPES = (
    *(FORM, FORM, FORM, "application/json", "text/plain", "", f"{FORM}; charset=x"),
    *(f"{FORM}; charset=utf-16", f"{FORM}; charset=hex", "a/b; charset=\x00"),
    *(f"multipart/form-data{end}" for end in ("", "; boundary=b", "; boundary=b; charset=hex")),
)
INPUT = re.compile(r'<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"([^>]*)>')
VALUE = re.compile(r'\bvalue="([^"]*)"')


class HttpClient:
    """Sends one request after another, as different people."""

    def __init__(self, number: int, random: Random, port: int, site: Site, record: Record) -> None:
        self.name = f"client {number}"
        self.random = random
        self.port = port
        self.site = site
        self.record = record
        self.visitor = site.visitors[number]
        self.paths = PathMaker(site)
        # Names and values of the fields of the pages seen.
        self._fields: dict[str, set[str]] = {"name": {"alice"}}
        self._on_page: dict[str, list[str]] = {}

    async def live(self) -> None:
        """Send requests until cancelled."""
        while True:
            await self.ask()
            await asyncio.sleep(self.random.random() * 0.02)

    async def ask(self) -> None:
        """Send one request, on a connection of its own, and check the answer."""
        path = self.paths.make(self.random)
        request, is_odd = self._request(path)
        self.record.send("request", self.name, request)
        try:
            async with asyncio.timeout(ODD_ANSWER_S if is_odd else ANSWER_S):
                answer = await exchange(self.port, request)
        except TimeoutError:
            self.record.statuses["given up"] += 1
            if not is_odd:
                self.record.find("a request without an answer", request, f"no answer: {path}")
        except OSError as error:
            self.record.find(f"no connection: {error!r}", request, "no connection")
        else:
            self.check(path, request, answer, is_odd)

    # --- The request --------------------------------------------------------------------------

    def _request(self, path: str) -> tuple[bytes, bool]:
        """Return the bytes of a request, and whether they may be no valid HTTP."""
        random = self.random
        method, is_odd = random.choice(METHODS), False
        if random.random() < 0.4:
            names = random.choices(list(self._fields), k=random.choice((1, 2, 5)))
            path += "?" + urlencode(self._values(names), errors="surrogatepass")
        person = self._person(method)
        body = self._body(path) if method == "POST" else None
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        cookies = [f"csrftoken={TOKEN}", *([f"sessionid={person.cookie}"] if person else [])]
        lines.append(f"Cookie: {'; '.join(cookies)}")
        if body is not None:
            lines += [
                f"Content-Type: {body[0]}",
                f"Content-Length: {len(body[1])}",
                f"X-CSRFToken: {TOKEN}",
            ]
        while random.random() < 0.25:
            name, values = random.choice(HEADERS)
            lines.append(f"{name}: {random.choice(values)}")
            is_odd = True
        head = "\r\n".join(lines) + "\r\n\r\n"
        request = head.encode("latin1", "replace") + (b"" if body is None else body[1])
        if random.random() < 0.02:
            return request[: random.randrange(len(request))], True
        return request, is_odd

    def _person(self, method: str) -> Person | None:
        """Return whose cookie to send. Staff only read: they may delete anything."""
        chance, reads = self.random.random(), method == "GET"
        if chance < 0.15 and reads:
            return self.site.staff
        if chance < (0.4 if reads else 0.05):
            return self.random.choice(self.site.people)
        return self.visitor if chance < 0.9 else None

    def _values(self, names: Iterable[str]) -> dict[str, str]:
        return {name: self._text(name) for name in names}

    def _text(self, name: str) -> str:
        """Return a value for a field: one that a page offered, a number, or an odd one."""
        random, seen = self.random, sorted(self._fields.get(name, ()))
        if seen and random.random() < 0.7:
            return random.choice(seen)
        if random.random() < 0.5:
            return str(random.choice(ODD_NUMBERS))
        return random.choice((*ODD_TEXTS, *self.site.games[-9:], *self.site.rooms[-9:]))

    def _body(self, path: str) -> tuple[str, bytes]:
        """Return the type and the bytes of a body: mostly the form of the page at this path."""
        random = self.random
        type_ = random.choice(CONTENT_TYPES)
        names = [
            *self._on_page.get(path.partition("?")[0], random.choices(list(self._fields), k=3))
        ]
        if random.random() < 0.3:
            names.append(random.choice(list(self._fields)))
        form = self._values(name for name in names if random.random() < 0.9)
        if random.random() < 0.95:
            form["csrfmiddlewaretoken"] = TOKEN
        chance = random.random()
        if chance < 0.05:
            return type_, random.randbytes(random.choice((0, 1, 1000, 70_000)))
        if type_.startswith("multipart"):
            return type_, multipart(form)
        if type_ == "application/json":
            text = broken(form, random) if form and chance < 0.6 else json.dumps(form)
            return type_, text.encode("utf-8", "surrogatepass")
        if chance < 0.1:
            return type_, "&".join(f"f{n}={odd_value(random)}" for n in range(1500)).encode(
                "utf-8", "replace"
            )
        return type_, urlencode(form, errors="surrogatepass").encode()

    # --- The answer ---------------------------------------------------------------------------

    def check(self, path: str, request: bytes, answer: bytes, is_odd: bool) -> None:
        """Record an answer, and learn from the page. `is_odd`: the request may be no valid HTTP."""
        head, _, body = answer.partition(b"\r\n\r\n")
        words = head.split(b" ", 2)
        if not head.startswith(b"HTTP/1.1 ") or len(words) < 2:
            self.record.statuses["none"] += 1
            if not is_odd:
                self.record.find(f"no status: {head[:200]!r}", request, "no status")
            return
        status = words[1].decode("latin1")
        self.record.statuses[status] += 1
        is_busy = status == "503" and b"retry-after" in head.lower()
        if status.startswith("5") and not is_busy:
            self.record.find(f"{status} for {path[:80]}", request, f"{status} {path[:12]}")
        if (cookie := session_cookie(head)) is not None and self.visitor.cookie.encode() in request:
            self.visitor.cookie = cookie
        if status == "302" and (found := re.search(rb"(?i)\r\nlocation: /r/([a-z0-9]+)/", head)):
            self.site.add_room(found[1].decode())
        if status == "200" and b"text/html" in head.lower():
            self._learn(path.partition("?")[0], body.decode("utf-8", "replace"))

    def _learn(self, path: str, page: str) -> None:
        """Remember the fields of a page."""
        names = []
        for name, rest in INPUT.findall(page):
            names.append(name)
            values = self._fields.setdefault(name, set())
            if (found := VALUE.search(rest)) and len(values) < 40:
                values.add(found[1])
        if names:
            self._on_page[path] = names


def multipart(form: dict[str, str]) -> bytes:
    """Return a form as multipart/form-data with the boundary "b", with a file."""
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{quote(name)}"\r\n\r\n{value}\r\n'
        for name, value in form.items()
    ]
    file = 'Content-Disposition: form-data; name="f"; filename="\x00/../x"\r\n\r\nx\r\n'
    return "".join([*parts, f"--b\r\n{file}--b--\r\n"]).encode("utf-8", "replace")


async def exchange(port: int, request: bytes) -> bytes:
    """Send bytes on a new connection; return the whole answer, at most MAX_ANSWER bytes.

    Raises OSError without a connection; one that the server resets ends the answer.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = bytearray()
    with suppress(ConnectionError):
        writer.write(request)
        await writer.drain()
        while len(answer) < MAX_ANSWER and (piece := await reader.read(65536)):
            answer += piece
    writer.transport.abort()
    return bytes(answer)


def session_cookie(head: bytes) -> str | None:
    """Return the session cookie that an answer sets: "" if it removes it, None if it sets none."""
    found = re.search(rb'(?i)\r\nset-cookie: *sessionid="?([a-z0-9]*)', head)
    return None if found is None else found[1].decode()


async def new_guest(port: int, name: str) -> tuple[int, str] | None:
    """Return id and session cookie of a new guest, or None if the server refused."""
    body = urlencode({"name": name, "csrfmiddlewaretoken": TOKEN})
    request = (
        f"POST /guest/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Cookie: csrftoken={TOKEN}\r\nContent-Type: {FORM}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )
    async with asyncio.timeout(ANSWER_S):
        answer = await exchange(port, request.encode())
    head, _, content = answer.partition(b"\r\n\r\n")
    cookie, player = session_cookie(head), re.search(rb'"player": *(\d+)', content)
    if not cookie or player is None:
        return None
    return int(player[1]), cookie
