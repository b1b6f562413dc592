"""Draw the icons of the installed site from static/img/icon.svg.

Commit what it writes. tests/site/front/app/test_icons.py fails while they are older than the
drawing.
"""

import base64
import hashlib
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from tests.environment import ROOT
from tests.support.services import find_chromium
from tests.system.e2e.browser import running_browser

TAKES = "Seconds, and a browser."
CHEAP = None

SOURCE = ROOT / "static" / "img" / "icon.svg"
FOLDER = ROOT / "static" / "img" / "icons"
NAVY = "#123a52"
IVORY = "#fbf6e9"
DIE = (
    '<rect x="4" y="4" width="16" height="16" rx="4" fill="{ivory}"/><g fill="{navy}">'
    '<circle cx="8.4" cy="8.4" r="1.6"/><circle cx="15.6" cy="8.4" r="1.6"/>'
    '<circle cx="12" cy="12" r="1.6"/><circle cx="8.4" cy="15.6" r="1.6"/>'
    '<circle cx="15.6" cy="15.6" r="1.6"/></g>'
)
CALENDAR = (
    '<g fill="none" stroke="{ivory}" stroke-width="1.8" stroke-linecap="round">'
    '<rect x="4.5" y="5.5" width="15" height="14" rx="2.5"/>'
    '<path d="M4.5 10h15M8.500 3.500v4M15.500 3.500v4"/></g>'
    '<circle cx="12" cy="14.800" r="2" fill="{ivory}"/>'
)


class Icon(NamedTuple):
    """A picture to draw. side: px. scale: the size of the drawing, as a part of the side.

    background: a colour, or "" for a transparent one.
    """

    name: str
    side: int
    drawing: str
    background: str = ""
    scale: float = 1.0


def icons() -> list[Icon]:
    """Return all icons. A maskable icon fills its square, and its drawing stays within the circle
    of 80 % of the side that every mask leaves (W3C, Web Application Manifest, "safe zone").
    """
    whole = SOURCE.read_text()
    boat = re.sub(r"<rect [^>]*/>", "", whole, count=1)
    outline = re.sub(r'fill="[^"]*"', 'fill="#fff"', boat)
    small = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
    die, calendar = (small.format(each.format(ivory=IVORY, navy=NAVY)) for each in (DIE, CALENDAR))
    return [
        Icon("icon-192", 192, whole),
        Icon("icon-512", 512, whole),
        Icon("maskable-192", 192, boat, NAVY, 0.9),
        Icon("maskable-512", 512, boat, NAVY, 0.9),
        # iOS rounds the corners itself, and draws what is transparent black.
        Icon("apple-touch-180", 180, boat, NAVY),
        # Of the badge in Android's status bar only the shape counts.
        Icon("badge-96", 96, outline, scale=1.2),
        Icon("play-96", 96, die, NAVY, 0.9),
        Icon("daily-96", 96, calendar, NAVY, 0.8),
    ]


def fingerprint() -> str:
    """Return the hash of what the icons are drawn from."""
    return hashlib.sha256(repr(icons()).encode()).hexdigest()


def draw(page: Page, icon: Icon) -> bytes:
    source = base64.b64encode(icon.drawing.encode()).decode()
    width = round(icon.side * icon.scale)
    edge = (icon.side - width) / 2
    page.set_viewport_size({"width": icon.side, "height": icon.side})
    page.set_content(
        f"<style>html {{ background: {icon.background or 'transparent'} }}"
        f" img {{ position: fixed; inset: {edge}px auto auto {edge}px; width: {width}px }}"
        f"</style><img src='data:image/svg+xml;base64,{source}'>"
    )
    page.wait_for_function("document.images[0].complete")
    return page.screenshot(omit_background=True)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare nothing: there is nothing to choose."""


def run(options: Namespace) -> None:
    FOLDER.mkdir(exist_ok=True)
    with running_browser(Path(find_chromium())) as browser:
        page = browser.new_page()
        for icon in icons():
            (FOLDER / f"{icon.name}.png").write_bytes(draw(page, icon))
        page.close()
    (FOLDER / "drawn-from.txt").write_text(f"{fingerprint()}\n")
