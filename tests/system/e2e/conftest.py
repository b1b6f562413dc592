"""One browser for all tests, a new site for each file; a window for each person of a test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.services import link_collected
from tests.system.e2e.browser import Problems, open_window, running_browser
from tests.system.e2e.line import Line
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site, running_site
from workshop.make.messages import write_pseudo_language

Arrive = Callable[..., Person]


@pytest.fixture(scope="package")
def collected(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Path:
    """Static files and the pseudo-language, which all sites share. It needs `chromium`, so that
    nothing starts without a browser.
    """
    directory = tmp_path_factory.mktemp("collected")
    write_pseudo_language(directory / "locale")
    link_collected(directory)
    return directory


# Which files run on the same process depends on its speed: none may see what another left.
@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, collected: Path) -> Iterator[Site]:
    """A running site, new for each file of tests."""
    with running_site(tmp_path_factory.mktemp("site"), collected) as running:
        yield running


# Not session scope: Playwright's event loop would disturb async tests that run later.
@pytest.fixture(scope="package")
def browser(chromium: Path) -> Iterator[Browser]:
    with running_browser(chromium) as running:
        yield running


@pytest.fixture
def problems() -> Iterator[Problems]:
    """Problems in pages, which fail the test unless it lists them in `forgiven`."""
    problems = Problems()
    yield problems
    assert problems.unforgiven() == []


@pytest.fixture
def arrive(browser: Browser, site: Site, problems: Problems) -> Iterator[Arrive]:
    """Call `arrive("Alice", phone=True)`: a person with their own window, cookies and page."""
    windows = []

    def open_for(name: str, url: str = site.url, **options: Any) -> Person:
        window = open_window(browser, url, **options)
        windows.append(window)
        window.on("page", problems.watch)
        return Person(name, window.new_page())

    yield open_for
    for window in windows:
        window.close()


@pytest.fixture
def line(site: Site) -> Iterator[Line]:
    """A connection to the site that a test can cut: `arrive("Bob", url=line.url)`."""
    line = Line(site.url)
    yield line
    line.close()


@pytest.fixture
def alice(arrive: Arrive) -> Person:
    """A person at a desktop computer."""
    return arrive("Alice")


@pytest.fixture
def bob(arrive: Arrive) -> Person:
    """Another person at a desktop computer."""
    return arrive("Bob")
