"""Networks that let a site pass, but no WebSocket."""

from playwright.sync_api import Page

WAYS = ("refused", "hanging", "silent")
"""Refused: the socket closes without ever opening. Hanging: it never opens. Silent: it opens, and
nothing arrives."""

# Of the page's waits, those longer than it gives the site to answer: they differ only in length.
# tests/system/js/net/connection.test.mjs says how long each of them is.
IMPATIENT = """
const wait = window.setTimeout;
window.setTimeout = (act, ms = 0, ...rest) => wait(act, ms > 3000 ? ms / 5 : ms, ...rest);
"""

SOCKET = """
window.WebSocket = class extends EventTarget {
  static opened = 0;
  readyState = 0;
  constructor(address) {
    super();
    if (!sessionStorage.passes) return this.fail();
    return new window.RealWebSocket(address);
  }
  fail() {
    window.WebSocket.opened += 1;
    const soon = (act) => setTimeout(act, 20);
    if (WAY === "refused") soon(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); });
    if (WAY === "silent") soon(() => { this.readyState = 1; this.onopen?.({}); });
  }
  send() {}
  close() { this.readyState = 3; }
};
"""


def block_sockets(page: Page, way: str) -> None:
    """Let no WebSocket of what is opened from now on pass, until `unblock`.

    The pages wait a fifth of the time for one.
    """
    blocked = "window.RealWebSocket = window.WebSocket;" + SOCKET.replace("WAY", repr(way))
    page.add_init_script(IMPATIENT + blocked)


def unblock(page: Page) -> None:
    page.evaluate("sessionStorage.passes = true")
