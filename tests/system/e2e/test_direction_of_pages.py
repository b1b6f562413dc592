"""On the pages of a site where people have names of many scripts, each name has its own numbers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.site import Site, running_site
from tests.system.e2e.witness import Witness

NAMES = [
    *("דנה", "علي", "Bob 118", "دنیا", "Ελένη", "Олена", "佐々木", "김민준", "สมชาย", "नीलिमा"),
    *("Ọ̀ṣun", "İpek", "משה 7", "رضا ۹", "ናሆም", "ߒߞߏ", "علی‌رضا", "יעל", "ایمان 12", "5 שרה"),
    *("Ada", "Kaʻiulani", "ดาว 3", "نور", "אורי", "מאיה", "سلمى", "هدى", "רות", "4 دانا"),
]
"""More of them from right to left than names.py allows today: a later rule may allow any."""
PATHS = (
    "/leaderboards/",
    "/leaderboards/yacht/?board=week",
    "/leaderboards/yacht/?board=records",
    "/community/",
    "/",
    *(f"/@{name}/" for name in ("דנה", "علي", "Bob 118")),
    *(f"/@{name}/games/" for name in ("דנה", "علي")),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, collected: Path) -> Iterator[Site]:
    """A site with invented players and games, who have these names."""
    with running_site(tmp_path_factory.mktemp("many_scripts"), collected) as running:
        running.manage("seed_demo")
        running.rename_accounts(NAMES)
        yield running


def test_each_name_stands_beside_its_own_numbers(arrive: Arrive, site: Site) -> None:
    witness = Witness(NAMES)
    page = arrive("Ada").page
    for path in PATHS:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        expect(page.get_by_text("דנה").or_(page.locator("main")).first).to_be_visible()
        witness.looks_at(page)
    for name in NAMES[:4]:
        for path in ("/g/{}/#result", "/g/{}/#analysis", "/g/{}/#log", "/embed/g/{}/"):
            page.goto(path.format(site.newest_game(name)))
            witness.looks_at(page)
    assert any("\u2068" in text for text in witness.texts)
    witness.reads_texts_on(page)
    assert witness.measured > 200


def test_a_game_in_the_lobby_and_on_a_screen(
    arrive: Arrive, site: Site, problems: Problems
) -> None:
    problems.forgiven.append("The AudioContext was not allowed to start")
    dana, ali, watcher = (arrive(name) for name in ("שירה", "رامي", "Ada"))
    witness = Witness(["שירה", "رامي", *NAMES])
    link = dana.open_special_table(seats=2, public="on")
    watcher.page.goto("/")
    expect(watcher.page.locator("#tables").get_by_text("שירה")).to_be_visible()
    witness.looks_at(watcher.page)
    waiting = arrive("Screen", viewport={"width": 1920, "height": 1080}).page
    waiting.goto(f"{link}screen/")
    expect(waiting.get_by_text("שירה").first).to_be_visible()
    witness.looks_at(waiting)
    ali.join(link)
    dana.start(players=2)
    for _ in range(2):
        for person in (dana, ali):
            person.takes_turn()
            tv = watcher.page.locator("#tv-live")
            expect(tv.get_by_text("שירה").first).to_be_visible()
            witness.looks_at(watcher.page)
            witness.looks_at(waiting)
    frame = arrive("Frame").page
    frame.goto(link.replace("/r/", "/embed/r/"))
    expect(frame.get_by_text("رامي").first).to_be_visible()
    witness.looks_at(frame)
    ali.resigns()
    for page in (watcher.page, waiting, frame, dana.page):
        witness.looks_at(page)
    witness.reads_texts_on(frame)
    assert witness.measured > 50
