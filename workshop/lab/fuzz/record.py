"""What a run sent, what was answered, and what was found."""

import time
from collections import Counter, deque
from dataclasses import dataclass, field

MAX_FINDINGS = 20
MAX_SHOWN = 4000
REMEMBERED = 40
"""How many of the newest inputs a finding in the server's log names."""


@dataclass
class Finding:
    """Something that a server must not do, and the input that led to it as far as known."""

    what: str
    input: str

    def lines(self) -> list[str]:
        """Return the lines of the report."""
        return [f"FOUND        {self.what}", *(f"             {x}" for x in self.input.split("\n"))]


@dataclass
class Record:
    """Counts, the newest inputs and the findings of one run.

    sent: frames and requests by kind. statuses: of HTTP answers. closes: codes of closed sockets.
    errors: codes of refused commands. messages: types of messages from the server.
    """

    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    closes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    _newest: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _known: set[str] = field(default_factory=set)

    def send(self, kind: str, who: str, content: str | bytes) -> None:
        """Note an input before it is sent."""
        self.sent[kind] += 1
        self._newest.append(f"{time.time():.3f} {who}: {shortened(content)}")

    def find(self, what: str, content: str | bytes, key: str | None = None) -> None:
        """Note a finding, once for each `key` (None: each `what`)."""
        if (key or what) not in self._known and len(self.findings) < MAX_FINDINGS:
            self._known.add(key or what)
            self.findings.append(Finding(what, shortened(content)))

    def newest(self) -> str:
        """Return the newest inputs, one on each line."""
        return "\n".join(self._newest)


def shortened(content: str | bytes) -> str:
    """Return an input as text: bytes as Python writes them, the middle of long ones left out."""
    text = content if isinstance(content, str) else repr(content)
    text = text.encode("utf-8", "backslashreplace").decode()
    if len(text) <= MAX_SHOWN:
        return text
    left_out = len(text) - MAX_SHOWN
    return f"{text[: MAX_SHOWN // 2]} ...{left_out} characters... {text[-MAX_SHOWN // 2 :]}"
