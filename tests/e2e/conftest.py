"""One site and one browser for all tests here; windows for the people of each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Problems, open_window, running_browser
from tests.e2e.line import Line
from tests.e2e.person import Person
from tests.e2e.site import Site, running_site

Arrive = Callable[..., Person]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Site]:
    """A site of its own. (Without a browser there is no need to start it.)"""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


# Not of the session: Playwright's loop would stand in the way of the async tests that follow.
@pytest.fixture(scope="package")
def browser(chromium: Path) -> Iterator[Browser]:
    """The browser that all windows belong to."""
    with running_browser(chromium) as running:
        yield running


@pytest.fixture
def problems() -> Iterator[Problems]:
    """Whatever goes wrong in a page fails the test, unless the test forgives it beforehand."""
    problems = Problems()
    yield problems
    assert problems.unforgiven() == []


@pytest.fixture
def arrive(browser: Browser, site: Site, problems: Problems) -> Iterator[Arrive]:
    """Call `arrive("Alice", phone=True)`: a person with a window, cookies and page of her own."""
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
    """A line to the site that a test may cut: `arrive("Bob", url=line.url)`."""
    line = Line(site.url)
    yield line
    line.close()


@pytest.fixture
def alice(arrive: Arrive) -> Person:
    """Somebody at a desktop computer."""
    return arrive("Alice")


@pytest.fixture
def bob(arrive: Arrive) -> Person:
    """Somebody else at another one."""
    return arrive("Bob")
