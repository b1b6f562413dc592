"""The rule of a box, at the table."""

from playwright.sync_api import expect

from tests.system.e2e.person import Person


def test_it_shows_the_rule_of_a_box_with_the_rules_of_the_table(alice: Person) -> None:
    alice.open_special_table("yahtzee", seats=2, joker="free")
    alice.start(1)
    page = alice.page
    name = page.get_by_role("button", name="Full House")
    with page.expect_request(lambda request: "/boxes/" in request.url) as asked:
        name.click()
    assert asked.value.url.endswith("?joker=free")
    panel = page.get_by_role("dialog", name="Full House")
    expect(panel).to_contain_text("25")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(name).to_be_focused()
