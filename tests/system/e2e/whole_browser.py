"""The fixture `browser` for tests of what a Chromium without windows lacks or measures otherwise:
notifications, a screen that stays on, places of words. Such a module imports it.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.services.browser import find_whole_chromium
from tests.system.e2e.browser import ARGUMENTS


@pytest.fixture(scope="module", name="browser")
def whole_browser(browser: Browser) -> Iterator[Browser]:
    program = find_whole_chromium()
    with browser.browser_type.launch(executable_path=program, args=ARGUMENTS) as whole:
        yield whole
