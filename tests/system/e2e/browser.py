"""A real browser and its windows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    expect,
    sync_playwright,
)

# Chromium loads these pages of its own for each window, to show what is typed into the address bar.
# They took up to a quarter of the browser's processor time.
PAGES_OF_ITS_OWN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
# What Playwright disables itself: of two lists, Chromium reads only ours.
DISABLED_BY_PLAYWRIGHT = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={','.join(DISABLED_BY_PLAYWRIGHT + PAGES_OF_ITS_OWN)}",
]
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
# Long enough for a busy machine.
PATIENCE_S = 30.0
# The first analysis, hint or win probability of a site: it loads its solver before.
SOLVER_MS = 240_000
# A warning that depends on the speed of the machine alone.
OF_SPEED = "was preloaded using link preload but not used within a few seconds"


@contextmanager
def running_browser(program: Path, *arguments: str) -> Iterator[Browser]:
    """Run the browser at `program`, with further arguments, until the `with` block ends."""
    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *arguments])
        try:
            yield browser
        finally:
            browser.close()


def open_window(
    browser: Browser, url: str, *, phone: bool = False, worker: bool = False, **options: Any
) -> BrowserContext:
    """Open a window with its own cookies on the site at `url`: one person's browser.

    Motion is reduced unless `options` say otherwise. Without `worker` it has no service workers,
    which would answer requests that tests watch or change.
    """
    options.setdefault("reduced_motion", "reduce")
    options.setdefault("timezone_id", "UTC")
    options.setdefault("viewport", PHONE if phone else DESKTOP)
    if phone:
        options |= {"has_touch": True, "is_mobile": True}
    window = browser.new_context(base_url=url, locale="en-GB", **options)
    window.set_default_timeout(PATIENCE_S * 1000)
    if not worker:
        window.add_init_script("delete Navigator.prototype.serviceWorker")
    return window


def box_of(place: Locator) -> FloatRect:
    """Return where something visible is, in px."""
    box = place.bounding_box()
    assert box is not None
    return box


class Problems:
    """Problems that pages do not show: errors in the console, failed requests,
    violations of the Content-Security-Policy (which the browser writes to the console).
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.forgiven = [OF_SPEED]
        """Parts of expected messages, for example after a test cuts the connection."""

    def watch(self, page: Page) -> None:
        """Record problems in `page` from now on."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.found.append(f"{page.url}: {error}"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.found.append(f"{message.location.get('url', '')}: {message.text}")

    def unforgiven(self) -> list[str]:
        return [
            problem for problem in self.found if not any(part in problem for part in self.forgiven)
        ]
