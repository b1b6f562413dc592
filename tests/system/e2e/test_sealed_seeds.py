"""Browsers seal their seeds, reveal them at the start, and notice whatever is wrong."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.meddling import HOLD_BACK, NO_STORAGE, SEALS_NOTHING, Frames, change_frames
from tests.system.e2e.person import Person, until

WARNING = "The dice may not be fair"


def open_panel(person: Person) -> None:
    person.page.get_by_role("button", name="Fair dice").click()
    # Among friends they are folded.
    person.page.get_by_role("dialog").get_by_text("All figures").click()


def seal_of(person: Person) -> str:
    return person.page.locator(".own-seal").inner_text()


def started(frames: Frames) -> dict[str, Any]:
    """Return the data of the first event that a page received of its game."""
    updates = [frame for frame in frames.received if frame["type"] == "update"]
    event = updates[0]["events"][0]
    assert event["type"] == "game.started"
    return dict(event["data"])


def test_it_seals_and_reveals_by_itself_in_few_frames(alice: Person, bob: Person) -> None:
    frames = [Frames(alice.page), Frames(bob.page)]
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.waits_for_turn()
    until(lambda: all(each.count("reveal") for each in frames), alice.page)
    for each in frames:
        assert (each.count("seal"), each.count("reveal"), each.count("seed")) == (1, 1, 0)
    data = started(frames[0])
    assert data["scheme"] == "sealed"
    assert [seat["seed"] for seat in data["seats"]] == ["", ""]
    texts = [frame["text"] for each in frames for frame in each.sent if frame["type"] == "reveal"]
    kinds = [
        event["type"]
        for frame in frames[0].received
        if frame["type"] in ("update", "delta")
        for event in frame["events"]
    ]
    assert kinds[:3] == ["game.started", "seed.revealed", "seed.revealed"]
    # Nobody received a seed before the list of seals.
    for each in frames:
        before = each.received[: [frame["type"] for frame in each.received].index("update")]
        assert not any(text in str(frame) for frame in before for text in texts)


def test_it_shows_my_seed_and_lets_me_choose_another(alice: Person, bob: Person) -> None:
    frames = Frames(bob.page)
    bob.join(alice.open_special_table("yacht"))
    open_panel(alice)
    field = alice.page.get_by_label("Your seed")
    expect(field).to_have_value(re.compile(r"^[0-9a-f]{16}$"))
    first = seal_of(alice)
    field.fill("my lucky 7")
    alice.page.get_by_role("button", name="Set", exact=True).click()
    expect(field).to_have_value("mylucky7")
    expect(alice.page.locator(".own-seal")).not_to_have_text(first)
    second = seal_of(alice)
    open_panel(bob)
    seals = bob.page.get_by_label("Seeds").get_by_role("listitem")
    expect(seals).to_have_text(["Alicesealed", "Bobsealed"])
    for person in (alice, bob):
        person.closes_dialog()
    alice.start(players=2)
    expect(bob.turn_title).to_have_text("Alice’s turn")
    assert started(frames)["seats"][0]["seal"] == second
    seeds = [
        frame["changes"]["fairness"]["seeds"]
        for frame in frames.received
        if frame["type"] == "delta" and "fairness" in frame["changes"]
    ]
    assert seeds[-1][0].endswith("mylucky7")


def test_it_reveals_after_a_reload(alice: Person, bob: Person) -> None:
    bob.page.add_init_script(HOLD_BACK)
    bob.join(alice.open_special_table("yacht"))
    bob.page.evaluate("sessionStorage.setItem('hold-back', '1')")
    alice.start(players=2)
    expect(alice.table.get_by_role("heading", level=2)).to_have_text("The game starts")
    bob.page.evaluate("sessionStorage.removeItem('hold-back')")
    bob.page.reload()
    alice.waits_for_turn()
    expect(bob.turn_title).to_have_text("Alice’s turn")


def test_it_reveals_from_any_tab_of_the_browser(alice: Person, bob: Person) -> None:
    bob.page.add_init_script(HOLD_BACK)
    link = alice.open_special_table("yacht")
    bob.join(link)
    bob.page.evaluate("sessionStorage.setItem('hold-back', '1')")
    other = Person("Bob", bob.page.context.new_page())
    frames = Frames(other.page)
    other.page.goto(link)
    expect(other.seat("Bob")).to_be_visible()
    alice.start(players=2)
    alice.waits_for_turn()
    until(lambda: frames.count("reveal") == 1, other.page)
    assert frames.count("seal") == 0


def test_it_cancels_a_start_in_public_when_somebody_shows_no_seed(
    alice: Person, bob: Person
) -> None:
    bob.page.add_init_script(HOLD_BACK)
    bob.join(alice.open_special_table("yacht"))
    open_panel(alice)
    fingerprint = alice.page.locator(".dialog .code").first
    before = fingerprint.inner_text()
    alice.closes_dialog()
    bob.page.evaluate("sessionStorage.setItem('hold-back', '1')")
    alice.start(players=2)
    expect(alice.table.get_by_text("Waiting for Bob")).to_be_visible()
    words = "The start was cancelled: Bob’s browser did not answer."
    expect(alice.page.locator(".notice").filter(has_text=words)).to_be_visible()
    alice.hears(words)
    expect(alice.page.get_by_text("Free seat")).to_be_visible()
    mine = bob.page.locator(".notice").filter(has_text="your browser did not answer")
    expect(mine).to_be_visible()
    open_panel(alice)
    expect(fingerprint).not_to_have_text(before)
    alice.closes_dialog()
    bob.page.evaluate("sessionStorage.removeItem('hold-back')")
    bob.page.get_by_role("button", name="Take a seat, Bob").click()
    expect(alice.seat("Bob")).to_be_visible()
    alice.start(players=2)
    bob.waits_for_turn()


def test_it_shows_no_seed_after_the_fingerprint_was_exchanged(alice: Person, bob: Person) -> None:
    frames = Frames(bob.page)

    def exchange(frame: dict[str, Any]) -> None:
        if frame.get("view"):
            frame["view"]["fairness"]["commitment"] = "00" * 32

    change_frames(bob.page, exchange)
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alert = bob.page.get_by_role("alert").filter(has_text=WARNING)
    expect(alert).to_contain_text("The fingerprint of the secret has changed")
    assert frames.count("reveal") == 0


def test_it_shows_no_seed_after_its_seal_was_exchanged(alice: Person, bob: Person) -> None:
    frames = Frames(bob.page)

    def exchange(frame: dict[str, Any]) -> None:
        if frame.get("view") and frame["view"]["fairness"]["seals"]:
            frame["view"]["fairness"]["seals"][1] = "00" * 32

    change_frames(bob.page, exchange)
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alert = bob.page.get_by_role("alert").filter(has_text=WARNING)
    expect(alert).to_contain_text("The seal of your seat is not yours")
    assert frames.count("reveal") == 0


def test_it_says_when_the_browser_stores_nothing_and_plays_all_the_same(
    alice: Person, bob: Person
) -> None:
    bob.page.add_init_script(NO_STORAGE)
    bob.join(alice.open_special_table("yacht"))
    expect(bob.page.get_by_text("Your browser stores nothing for this site.")).to_be_visible()
    expect(alice.page.get_by_text("Your browser stores nothing")).to_be_hidden()
    alice.start(players=2)
    alice.waits_for_turn()


def test_it_seals_on_the_newest_device(alice: Person, arrive: Arrive) -> None:
    link = alice.open_special_table("yacht", seats=1)
    open_panel(alice)
    first = seal_of(alice)
    # The same session, but another storage.
    session = {"cookies": alice.page.context.cookies(), "origins": []}
    tablet = arrive("Alice", storage_state=session)
    frames = Frames(tablet.page)
    tablet.page.goto(link)
    until(lambda: frames.count("seal") == 1, tablet.page)
    expect(alice.page.locator(".own-seal")).not_to_have_text(first)
    expect(alice.page.get_by_text("Your seed was sealed on another device.")).to_be_visible()
    tablet.start(players=1)
    tablet.waits_for_turn()
    doubt = alice.page.get_by_role("alert").filter(
        has_text="The seed of your seat comes from another browser"
    )
    expect(doubt).to_be_visible()
    expect(alice.page.get_by_text(WARNING)).to_be_hidden()


def test_it_seals_again_for_a_rematch(alice: Person, bob: Person, problems: Problems) -> None:
    frames = Frames(bob.page)
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.waits_for_turn()
    alice.resigns()
    for person in (alice, bob):
        person.page.get_by_role("button", name="Rematch").click()
    bob.waits_for_turn()
    seals = [frame["seal"] for frame in frames.sent if frame.get("seal")]
    assert len(seals) == len(set(seals)) == 2
    assert frames.count("reveal") == 2


def test_it_says_that_the_dice_come_from_the_server_alone(alice: Person) -> None:
    alice.page.add_init_script(SEALS_NOTHING)
    alice.open_special_table("yacht", seats=1)
    open_panel(alice)
    expect(alice.page.get_by_text("Dice by the server alone")).to_be_visible()
    alice.closes_dialog()
    alice.page.get_by_role("button", name="Start alone").click()
    alice.waits_for_turn()


def test_it_says_who_is_missing_when_a_start_is_refused(alice: Person, bob: Person) -> None:
    link = alice.open_special_table("yacht")
    bob.join(link)
    bob.page.goto("about:blank")
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_visible()
    alice.page.get_by_role("button", name="Start with 2 players").click()
    refusal = alice.page.get_by_role("alert")
    expect(refusal).to_have_text("Bob must be connected at the start.")
    bob.page.goto(link)
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_hidden()
    alice.start(players=2)
    alice.waits_for_turn()
