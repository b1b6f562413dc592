"""The home page: play now, challenges, bots, open tables."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

PASSWORD = "red sails at dawn"


def press_play(person: Person, players: str = "0", variant: str = "Yacht") -> None:
    """Choose a game on the home page, type a name, press Play."""
    page = person.page
    page.goto("/")
    person.chooses(variant, players)
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("button", name="Play", exact=True).click()


def sign_up(person: Person) -> None:
    """Create an account, which leads to the home page."""
    page = person.page
    page.goto("/sign-up/")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").last.click()
    expect(page.get_by_role("heading", name=f"Good to see you, {person.name}.")).to_be_visible()


def meet(*people: Person) -> None:
    """Wait until all are at the same table and the game has started."""
    for person in people:
        person.page.wait_for_url("**/r/*/")
    assert len({person.page.url for person in people}) == 1
    for person in people:
        expect(person.table).to_be_visible()


def play_round(*people: Person) -> None:
    """Each plays one turn, in seat order."""
    waiting = list(people)
    while waiting:
        until(lambda: any(is_on_turn(person) for person in waiting), waiting[0].page)
        acting = next(person for person in waiting if is_on_turn(person))
        acting.takes_turn()
        expect(acting.turn_title).not_to_have_text("Your turn")
        waiting.remove(acting)


def is_on_turn(person: Person) -> bool:
    return person.turn_title.text_content() == "Your turn"


def searching(page: Page) -> None:
    expect(page.get_by_role("heading", name="Looking for players…")).to_be_visible()


def test_it_brings_two_strangers_who_press_play_to_one_table(alice: Person, bob: Person) -> None:
    press_play(alice)
    searching(alice.page)
    expect(alice.page).to_have_title("Looking for players… · Yacht")
    press_play(bob)
    meet(alice, bob)
    # The home page opens nothing by itself, in this tab or another one.
    for page in (alice.page, alice.page.context.new_page()):
        page.goto("/")
        page.wait_for_timeout(1500)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    alice.page.get_by_role("link", name=re.compile("Yacht.*Bob")).first.click()
    meet(alice, bob)
    play_round(alice, bob)


def test_it_takes_every_open_tab_to_the_table(alice: Person, bob: Person) -> None:
    press_play(alice, variant="Yatzy")
    searching(alice.page)
    second = alice.page.context.new_page()
    second.goto("/")
    searching(second)
    press_play(bob, variant="Yatzy")
    meet(alice, bob)
    second.wait_for_url(alice.page.url)


def test_it_keeps_the_search_through_a_reload_and_ends_it_when_asked(alice: Person) -> None:
    press_play(alice, "4")
    searching(alice.page)
    alice.page.reload()
    searching(alice.page)
    alice.page.get_by_role("button", name="Cancel").click()
    expect(alice.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    alice.page.reload()
    expect(alice.page.locator("#play-form [data-line]")).to_contain_text("4 players")
    expect(alice.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_it_opens_a_table_with_friends_after_a_search_was_cancelled(alice: Person) -> None:
    press_play(alice, "4")
    alice.page.get_by_role("button", name="Cancel").click()
    alice.page.get_by_role("button", name="Play with friends").click()
    alice.page.wait_for_url("**/r/*/")
    expect(alice.seat("Alice")).to_be_visible()


def test_it_leads_challenger_and_challenged_to_their_table(arrive: Arrive) -> None:
    alice, bob = arrive("Anna"), arrive("Bert")
    sign_up(alice)
    sign_up(bob)
    alice.page.goto("/?challenge=Bert")
    alice.page.get_by_role("button", name="Send the challenge").click()
    expect(alice.page.get_by_text("You challenged Bert", exact=True)).to_be_visible()
    note = bob.page.get_by_role("region", name="Anna challenges you")
    expect(note).to_be_visible()
    expect(bob.page).to_have_title("(1) Anna challenges you · Yacht")
    bob.hears(re.compile("^Challenge from Anna: Yahtzee"))
    note.get_by_role("button", name="Accept").click()
    meet(alice, bob)
    play_round(alice, bob)


def test_it_tells_the_challenger_of_a_refusal_and_of_a_name_that_is_not_there(
    arrive: Arrive,
) -> None:
    dora, emil = arrive("Dora"), arrive("Emil", phone=True)
    sign_up(dora)
    sign_up(emil)
    dora.page.goto("/community/")
    dora.page.get_by_role("link", name="Challenge a player").click()
    dialog = dora.page.get_by_role("dialog")
    expect(dialog.get_by_label("Player", exact=True)).to_be_focused()
    dialog.get_by_role("button", name="Send the challenge").click()
    expect(dialog.get_by_role("alert")).to_have_text("Please enter a name.")
    dialog.get_by_label("Player", exact=True).fill("Nobody Here")
    dialog.get_by_role("button", name="Send the challenge").click()
    expect(dialog.get_by_role("alert")).to_have_text("There is no player called Nobody Here.")
    dialog.get_by_label("Player", exact=True).fill("emil")
    dialog.get_by_role("button", name="Send the challenge").click()
    expect(dialog).to_be_hidden()
    note = emil.page.get_by_role("region", name="Dora challenges you")
    note.get_by_role("button", name="Decline").click()
    expect(note).to_be_hidden()
    expect(dora.page.get_by_text("declined", exact=True)).to_be_visible()


def test_it_seats_bots_that_play_their_turns(alice: Person) -> None:
    alice.page.goto("/")
    alice.page.get_by_label("Your name").fill("Alice")
    alice.chooses("A bot", "Skipper")
    expect(alice.page.locator("#play-form [data-line]")).to_have_text("Yahtzee, with Skipper")
    alice.page.get_by_role("button", name="Play a bot").first.click()
    meet(alice)
    skipper = alice.page.get_by_label("Players").get_by_role("button", name="Skipper")
    expect(skipper).to_contain_text("bot")
    alice.takes_turn()
    expect(alice.page.get_by_text("Round 2 of 13")).to_be_visible()
    alice.waits_for_turn()


def test_it_lists_a_public_table_until_it_is_full(alice: Person, arrive: Arrive) -> None:
    bob, charlie = arrive("Bob", phone=True), arrive("Charlie")
    alice.page.goto("/")
    tables = alice.page.get_by_role("region", name="Open tables")
    bob.page.goto("/new/?variant=triple_yahtzee")
    bob.page.get_by_label("Your name").fill(name := "Bobby")
    bob.fills_table_form(public="on")
    bob.opens_the_table()
    row = tables.get_by_role("link").filter(has_text=name)
    expect(row).to_contain_text("Triple Yahtzee")
    expect(row.get_by_role("img", name="1 of 2 seats taken")).to_be_visible()
    charlie.join(bob.page.url)
    expect(row).to_be_hidden()


def test_it_sits_down_with_one_tap_on_a_listed_table(arrive: Arrive) -> None:
    gerda, hugo, ilse = arrive("Gerda"), arrive("Hugo"), arrive("Ilse")
    for person in (gerda, hugo, ilse):
        sign_up(person)
    hugo.page.goto("/new/?variant=yahtzee")
    hugo.fills_table_form(seats="3", public="on")
    hugo.opens_the_table()
    tables = gerda.page.get_by_role("region", name="Open tables")
    tables.get_by_role("link").filter(has_text="Hugo").click()
    expect(gerda.seat("Gerda")).to_be_visible()
    # Opening a link does not take a seat.
    ilse.page.goto(hugo.page.url)
    expect(ilse.page.get_by_role("button", name="Take a seat, Ilse")).to_be_visible()
    # After leaving, a reload does not take a seat again.
    gerda.page.get_by_role("button", name="Leave").first.click()
    gerda.page.reload()
    expect(gerda.page.get_by_role("button", name="Take a seat, Gerda")).to_be_visible()


def test_it_offers_a_bot_in_the_place_of_the_button_while_the_search_goes_on(
    arrive: Arrive, problems: Problems
) -> None:
    problems.forgiven += ["400"]  # for the name
    vera = arrive("Vera", phone=True)
    page = vera.page
    page.goto("/")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport(ratio=1)
    page.get_by_label("Your name").fill("Admin")  # which is reserved
    play.click()
    problem = page.get_by_role("alert").filter(has_text=re.compile(r"\w"))
    expect(problem).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Your name")).to_be_focused()
    # Without a name, the suggested one is taken.
    page.get_by_label("Your name").fill("")
    play.click()
    searching(page)
    offer = page.get_by_role("button", name="Play Breeze instead")
    expect(offer).to_be_in_viewport(ratio=1)
    expect(page.locator(".offer")).to_have_text("Nobody yet")
    searching(page)
    offer.click()
    meet(vera)


def test_it_shows_a_live_game_with_its_dice_and_scores(arrive: Arrive, site: Site) -> None:
    xenia, yann = arrive("Xenia"), arrive("Yann")
    xenia.open_special_table(seats=1, public="on")
    xenia.start(players=1)
    site.unlist_rooms_except(xenia.page.url)  # a game of an earlier test may be on
    page = yann.page
    page.goto("/")
    tv = page.get_by_role("region", name="Live table")
    expect(tv.get_by_role("listitem")).to_contain_text("Xenia")
    xenia.rolls_dice()
    dice = ", ".join(str(face) for face in xenia.dice())
    expect(tv.get_by_role("img", name=f"Dice: {dice}")).to_be_visible()
    xenia.writes_best()
    total = xenia.page.locator(".seat-total").first.inner_text()
    expect(tv.get_by_role("listitem").locator(".tv-total")).to_have_text(total)
    game = (
        page.get_by_role("region", name="Live games").get_by_role("link").filter(has_text="Xenia")
    )
    expect(game).to_contain_text(total)
    expect(game).to_contain_text("round 2 of 12")
    tv.get_by_role("link", name="Watch").click()
    expect(yann.table).to_be_visible()
