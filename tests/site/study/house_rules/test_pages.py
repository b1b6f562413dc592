"""The editor of house rules, their pages, and how they get to a table."""

import gc

import pytest
from django.test import Client

from games.core.rules import InvalidRules, Variant, find_variant
from games.core.rules.house_rules import KEPT
from games.models import KeptRules, Room, RuleSet, User
from tests.fixtures import As

TEXT = "yatzy+two-pairs-of-four+bonus-100"
pytestmark = pytest.mark.registered


def test_equal_rules_have_one_page(outsider: Client) -> None:
    answer = outsider.get("/rules/x/yatzy+bonus-100+limit-63+two-pairs-of-four/")
    assert (answer.status_code, answer["Location"]) == (301, f"/rules/x/{TEXT}/")
    page = outsider.get(answer["Location"]).content.decode()
    assert "Four of a kind is two pairs, too." in page
    assert "The upper bonus is 100 points." in page
    assert f"The most you can score is {find_variant(TEXT).highest}." in page
    assert 'name="robots" content="noindex"' in page


def test_rules_of_an_official_game_lead_to_its_page(outsider: Client) -> None:
    for text in ("yatzy", "yatzy+bonus-50", "triple_yahtzee"):
        answer = outsider.get(f"/rules/x/{text}/")
        assert answer["Location"] == f"/rules/{text.partition('+')[0]}/"


@pytest.mark.parametrize("game", ["generala", "maxi_yatzy", "yatzy+order-down"])
def test_more_games_have_pages(outsider: Client, game: str) -> None:
    page = outsider.get(f"/rules/x/{game}/").content.decode()
    assert find_variant(game).name in page
    assert outsider.get(
        f"/rules/x/{game}/boxes/", headers={"Accept": "text/html;part=boxes"}
    ).content


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("yatzy+bonus-1+bonus-2", "contradict each other"),
        ("chess", "no variant"),
        ("triple_yahtzee+rolls-2", "begin with one of"),
        ("yatzy+from-version-9", "does not know the word"),
        ("yatzy+♠", "does not know the word"),
        ("yatzy+" + "+".join(["x"] * 130), "at most 200 characters"),
    ],
)
def test_bad_rules_are_refused_with_the_reason(outsider: Client, text: str, why: str) -> None:
    answer = outsider.get(f"/rules/x/{text}/")
    assert answer.status_code == 404
    assert why in answer.content.decode()
    assert outsider.get("/new/", {"variant": text}).status_code == 200
    refused = outsider.post("/new/", {"variant": text, "name": "Gus"})
    assert refused.status_code == 422
    assert why in refused.content.decode()
    assert not Room.objects.exists()


def test_the_editor_shows_the_card_of_what_is_chosen(outsider: Client) -> None:
    begun = outsider.get("/rules/x/", {"from": TEXT}).content.decode()
    assert "Four of a kind is two pairs, too." in begun
    part = outsider.get(
        "/rules/x/", {"base": "yatzy", "rolls": "2"}, headers={"Accept": "text/html;part=rules"}
    )
    text = part.content.decode()
    assert "You roll up to 2 times a turn." in text
    assert "<html" not in text
    assert 'action="/rules/x/yatzy+rolls-2/keep/"' in text


def test_the_editor_keeps_the_game_of_what_it_refuses(outsider: Client) -> None:
    asked = {"base": "yahtzee", "order": "order-down"}
    answer = outsider.get("/rules/x/", asked)
    assert answer.status_code == 422
    assert answer.context["rules"] is find_variant("yahtzee")


def test_a_table_plays_by_them(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert "Yatzy+" in browser.get("/new/", {"variant": TEXT}).content.decode()
    answer = browser.post("/new/", {"variant": TEXT, "rated": "on", "clock": "60"})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (room.variant, room.switches, room.rated) == (TEXT, {}, False)
    # They are being solved before the game begins.
    assert RuleSet.objects.get().asker == alice
    assert "Yatzy+" in browser.get(answer["Location"]).content.decode()


def test_a_text_of_an_official_game_keeps_its_switches(alice: User, signed_in: As) -> None:
    signed_in(alice).post("/new/", {"variant": "yahtzee+joker-free"})
    signed_in(alice).post("/new/", {"variant": "yahtzee", "joker": "none"})
    found = Room.objects.order_by("pk").values_list("variant", "switches")
    assert list(found) == [("yahtzee", {"joker": "free"}), ("yahtzee", {"joker": "none"})]
    form = signed_in(alice).get("/new/", {"variant": "yahtzee+joker-free"}).context["form"]
    assert (form.value("variant"), form.value("joker")) == ("yahtzee", "free")


def test_strangers_play_the_official_games(outsider: Client) -> None:
    refused = outsider.post("/new/", {"variant": TEXT, "who": "strangers", "name": "Gus"})
    assert "House rules are for friends and bots." in refused.content.decode()


def test_a_player_keeps_them_under_a_name(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    answer = browser.post(f"/rules/x/{TEXT}/keep/", {"name": "  Grandma’s   rules "})
    assert answer["Location"] == "/new/?variant=yatzy%2Btwo-pairs-of-four%2Bbonus-100"
    for address in ("/new/", "/rules/x/", "/"):
        assert "Grandma’s rules" in browser.get(address).content.decode(), address
    browser.post("/rules/x/yatzy+rolls-2/keep/", {"name": "Grandma’s rules"})
    assert [row.text for row in KeptRules.objects.all()] == ["yatzy+rolls-2"]
    page = browser.get("/rules/x/yatzy+rolls-2/").content.decode()
    assert 'name="forget" value="Grandma’s rules"' in page
    browser.post("/rules/x/yatzy+rolls-2/keep/", {"forget": "Grandma’s rules"})
    assert not KeptRules.objects.exists()


def test_a_player_keeps_some_only(alice: User, signed_in: As) -> None:
    for bonus in range(1, 24):
        signed_in(alice).post(f"/rules/x/yatzy+bonus-{bonus}/keep/", {"name": f"Rules {bonus}"})
    assert KeptRules.objects.count() == 20
    assert not KeptRules.objects.filter(name="Rules 3").exists()


def test_a_visitor_becomes_a_guest_who_keeps_them(outsider: Client) -> None:
    outsider.post(f"/rules/x/{TEXT}/keep/", {"name": ""})
    kept = KeptRules.objects.get()
    assert kept.player.is_guest
    assert kept.name == "Yatzy+"


@pytest.mark.logs_errors("django.request")
def test_a_room_whose_rules_this_version_cannot_read_says_so(alice: User, signed_in: As) -> None:
    signed_in(alice).post("/new/", {"variant": TEXT})
    Room.objects.update(variant="yatzy+from-version-9")
    room = Room.objects.get()
    with pytest.raises(InvalidRules):
        find_variant(room.variant)
    page = signed_in(alice).get(f"/r/{room.code}/")
    assert page.status_code == 503
    assert "This table waits for an update" in page.content.decode()
    for address in ("/", "/games/", "/api/v1/"):
        assert signed_in(alice).get(address).status_code < 500, address
    Room.objects.update(variant=TEXT)
    assert signed_in(alice).get(f"/r/{room.code}/").status_code == 200


def test_pages_of_many_rules_leave_few_in_memory(outsider: Client) -> None:
    for bonus in range(1, 121):
        outsider.get(f"/rules/x/yacht+order-down+bonus-{bonus}/")
    gc.collect()
    # Not `isinstance`, which evaluates lazy objects.
    variants = [each for each in gc.get_objects() if type(each) is Variant]
    # Other tests keep rules of their own.
    mine = [each for each in variants if each.id.startswith("yacht+order-down+bonus-")]
    assert len(mine) < 3 * KEPT
