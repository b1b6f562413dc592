"""Find Chromium."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.services.missing import Missing

SHELL = "chromium-headless-shell"
"""Chromium without windows, and without their cost: a third less processor time."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REMEDY = (
    "Install Chromium (apt-get install chromium), or run `.venv/bin/playwright install chromium`."
)


def find_chromium() -> Path:
    """Return the system's Chromium or Chrome, best the one without windows, else the one that
    Playwright installed.

    Raises Missing. Start it with Playwright's `executable_path`.
    """
    shell = shutil.which(SHELL)
    return Path(shell) if shell else find_whole_chromium()


def find_whole_chromium() -> Path:
    """Return a Chromium that has everything, such as notifications. Raises Missing."""
    for name in NAMES:
        system = shutil.which(name)
        if system:
            return Path(system)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if own.exists():
        return own
    raise Missing("Chromium", REMEDY)
