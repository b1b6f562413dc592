"""Finds what has no room on a page: texts that are cut, and what overlaps or scrolls sideways."""

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text()
TURN = "document.documentElement.dir = 'rtl'"
BACK = "document.documentElement.dir = 'ltr'"
TURNED_FROM_THE_START = f"""new MutationObserver(() => {{
  if (document.documentElement) {TURN};
}}).observe(document, {{ childList: true }})"""
"""A script of the window: its pages run from right to left before anything is painted."""


def misfits(page: Page) -> list[str]:
    """Return what has no room on the page as it is."""
    page.evaluate(f"() => {{ if (!globalThis.misfits) {{ {SCRIPT} }} }}")
    found: list[str] = page.evaluate("misfits()")
    return found


def misfits_both_ways(page: Page) -> dict[str, list[str]]:
    """Return what has no room where lines run from left to right, and from right to left."""
    found = {"ltr": misfits(page)}
    page.evaluate(TURN)
    found["rtl"] = misfits(page)
    page.evaluate(BACK)
    return {way: what for way, what in found.items() if what}
