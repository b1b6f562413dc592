"""The form for a table, with its script: the sentence, and what does not go together."""

from playwright.sync_api import expect

from tests.system.e2e.person import Person


def test_it_keeps_the_sentence_true_and_lets_the_last_choice_count(alice: Person) -> None:
    page = alice.page
    page.goto("/new/?variant=yahtzee")
    line = page.locator("[data-line]")
    expect(line).to_have_text("In turns, no clock, 2 seats, private")
    alice.fills_table_form(mode="rounds")
    expect(line).to_have_text("All at once, 60 s a turn, 2 seats, private")
    for _ in range(8):
        page.get_by_role("button", name="More", exact=True).click()
    expect(line).to_have_text("All at once, 60 s a turn, 10 seats, private")
    alice.fills_table_form(mode="turns")
    expect(line).to_have_text("In turns, 60 s a turn, 8 seats, private")
    page.get_by_role("button", name="More", exact=True).click()
    expect(line).to_have_text("All at once, 60 s a turn, 9 seats, private")
    alice.fills_table_form(clock="", joker="none", public="on")
    expect(line).to_have_text("In turns, no clock, 8 seats, no joker, public")
    alice.fills_table_form(variant="yatzy")
    expect(line).to_have_text("In turns, no clock, 8 seats, public")
    expect(page.locator("[name=joker]")).to_be_hidden()
    alice.fills_table_form(who="strangers")
    # A clock that was chosen stays as it is.
    expect(line).to_have_text("2–4 players, no clock")


def test_it_asks_once_for_the_name_that_friends_see(alice: Person) -> None:
    page = alice.page
    page.goto("/")
    friends = page.get_by_role("button", name="Play with friends")
    friends.click()
    expect(page.get_by_text("What shall your friends call you?")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_focused()
    friends.click()
    page.wait_for_url("**/r/*/")


def test_it_searches_as_the_page_of_a_new_table_asks(alice: Person) -> None:
    page = alice.page
    page.goto("/new/?variant=yatzy")
    page.get_by_label("Your name").fill("Alice")
    alice.fills_table_form(who="strangers", players="4")
    page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Looking for players…")).to_be_visible()
    facts = page.locator(".searching .facts")
    expect(facts).to_contain_text("Yatzy")
    expect(facts).to_contain_text("4 players")
    page.get_by_role("button", name="Cancel").click()


def test_it_shows_the_boxes_of_the_chosen_game_where_there_is_room(alice: Person) -> None:
    page = alice.page
    page.goto("/new/?variant=yahtzee")
    picture = page.get_by_role("complementary")
    boxes = picture.get_by_role("listitem")
    for variant, name, count in (("yahtzee", "Yahtzee", 13), ("maxi_yatzy", "Maxi Yatzy", 20)):
        alice.fills_table_form(variant=variant)
        expect(picture.get_by_role("heading")).to_have_text(name)
        expect(boxes).to_have_count(count)
    # Dice that show what a box asks for: not six sixes for a pair.
    pair = boxes.filter(has_text="One pair").get_by_role("img")
    expect(pair).to_have_accessible_name("1, 2, 3, 4, 6, 6")
    expect(picture.get_by_role("link", name="How to play")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(picture).to_be_hidden()
