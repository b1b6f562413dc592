"""Networks that let a site pass, but no WebSocket."""

from playwright.sync_api import Page

WAYS = ("refused", "hanging", "silent")
"""Refused: the socket closes without ever opening. Hanging: it never opens. Silent: it opens, and
nothing arrives."""

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
    """Let no WebSocket of what is opened from now on pass, until `unblock`."""
    page.add_init_script(
        "window.RealWebSocket = window.WebSocket;" + SOCKET.replace("WAY", repr(way))
    )


def unblock(page: Page) -> None:
    """Let new WebSockets of this tab pass."""
    page.evaluate("sessionStorage.passes = true")
