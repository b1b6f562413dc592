"""Four dice with eight faces, two rolls and two columns: from the form to the pictures."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site, running_site
from tests.system.e2e.test_text_mode import types

ROUNDS = 22
BY_HAND = 3


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, collected: Path) -> Iterator[Site]:
    """A site that offers this game, too."""
    with running_site(
        tmp_path_factory.mktemp("eights"), collected, "tests.support.other_dice_settings"
    ) as running:
        yield running


def test_it_plays_from_the_form_to_the_pictures(
    alice: Person, site: Site, problems: Problems
) -> None:
    link = alice.open_special_table("four_eights", seats=1)
    site.throw_fair_dice(link)
    alice.start(players=1)
    page = alice.page
    seen: set[int] = set()
    for number in range(1, BY_HAND + 1):
        expect(page.get_by_text(f"Round {number} of {ROUNDS}")).to_be_visible()
        alice.rolls_dice()
        alice.press("1")
        alice.rolls_dice()
        seen |= set(alice.dice())
        assert (len(alice.dice()), alice.rolls()) == (4, 2)
        expect(page.get_by_role("button", name=re.compile("^Roll "))).to_have_count(0)
        alice.writes_best()
    alice.press("/")
    expect(page.get_by_label("Command")).to_be_focused()
    for _ in range(ROUNDS - BY_HAND):
        rolled = types(alice, "roll")
        assert "(roll 1 of 2)" in rolled
        faces = [int(face) for face in re.findall(r"\d", rolled.partition("(")[0])]
        assert len(faces) == 4
        seen |= set(faces)
        box = re.findall(r"^(.+?) \d+\.", types(alice, "boxes"))[0]
        if types(alice, f"score {box}").endswith("Type yes to score it."):
            types(alice, "yes")
    assert seen == set(range(1, 9))
    review = page.get_by_role("link", name="Review game")
    address = review.get_attribute("href") or ""
    code = address.strip("/").split("/")[-1]
    part = {"Accept": "text/html;part=boxes"}
    for path in (address, f"/g/{code}.txt", f"/api/v1/games/{code}", "/rules/x/four_eights/boxes/"):
        assert page.request.get(f"{site.url}{path}", headers=part).status == 200, path
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("use[href='#die-8']").first).to_be_attached()
    picture = page.locator("meta[property='og:image']").get_attribute("content") or ""
    answer = page.request.get(picture)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    site.manage("verifylog")
