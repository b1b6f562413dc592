"""The page of a card, for each visitor in each state, and the lists."""

import re

import pytest
from django.test import Client

from games.core.engine.fairness import group_seal
from games.models import Card, CardEntry, CardWitness, User
from games.people.family import device
from games.site.account.family.locking import set_lock
from tests.site.events.cards.making import ended, played, resigned, revealed
from tests.site.events.cards.playing import SALT, TEXT, begin, open_card, sealed_card
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, account, person

STATES = ("sealed", "open", "closing", "revealed", "unreadable")
VIEWERS = ("nobody", "sender", "new", "playing", "resigned", "finished", "witness", "blocked")
JSON = {"Accept": "application/json"}


def browser_of(player: User | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer["Cache-Control"] == "private, no-store"
    return answer.content.decode()


class Scene:
    """A card in a state: Alice made it, Zoe has finished it, and the others are what their names
    say.
    """

    def __init__(self, state: str, clock: FakeClock) -> None:
        self.people = {name: person(name.title()) for name in VIEWERS if name != "nobody"}
        sender, zoe = self.people["sender"], person("Zoe")
        self.total = 0
        card = sealed_card(sender, clock) if state == "sealed" else open_card(sender, clock)
        CardWitness.objects.create(
            card=card, player=self.people["witness"], seen_at=clock.utc_now()
        )
        self.people["blocked"].blocked.add(sender)
        if state != "sealed":
            self.total = played(card, zoe, clock)
            played(card, self.people["finished"], clock, best=False)
            resigned(card, self.people["resigned"], clock)
            if state != "revealed":
                begin(card, self.people["playing"], clock)
        if state == "closing":
            ended(card, clock)
        elif state == "revealed":
            revealed(card, clock, perfect=250)
        elif state == "unreadable":
            Card.objects.filter(pk=card.pk).update(unreadable=True, ended_at=clock.utc_now())
        self.card = Card.objects.get(pk=card.pk)

    def shown(self, who: str) -> str:
        viewer = self.people.get(who)
        return text(browser_of(viewer), f"/c/{self.card.code}/", 403 if who == "blocked" else 200)


@pytest.mark.parametrize("state", STATES)
def test_it_shows_results_only_to_those_who_may_see_them(
    db: None, clock: FakeClock, state: str
) -> None:
    scene = Scene(state, clock)
    for viewer in VIEWERS:
        shown = scene.shown(viewer)
        if viewer == "blocked":
            assert "This card is not available." in shown
            assert not {"Sender", "Zoe"} & set(re.findall(r"\w+", shown))
        else:
            check(shown, scene, state, viewer)


def check(shown: str, scene: Scene, state: str, viewer: str) -> None:
    """Check what somebody sees of a card in this state."""
    path = f"/c/{scene.card.code}"
    sees = state == "revealed" or (viewer == "finished" and state != "sealed")
    expected = {
        "Zoe": sees,
        "You and": sees and viewer in ("finished", "resigned"),
        f'action="{path}/play"': state == "open" and viewer in ("nobody", "sender", "new"),
        ">Continue<": viewer == "playing" and state in ("open", "closing"),
        f'action="{path}/end"': viewer == "sender" and state == "open",
        "Perfect play scores 250 points": state == "revealed",
        'id="proof-data"': state == "revealed" or viewer == "sender",
        "<h1>Your card<": viewer == "sender",
        "cannot play it": viewer == "witness" and state == "open",
    }
    assert {words: words in shown for words in expected} == expected, viewer
    if not sees and state != "sealed":
        numbers = re.findall(r"(?<![\w/.-])\d+(?![\w/.-])", shown.split("<main")[1])
        assert str(scene.total) not in numbers, viewer


# --- Making one -----------------------------------------------------------------------------------

FIELDS = {"variant": "yacht", "days": "3", "seal": group_seal(SALT, TEXT)}


def test_a_visitor_makes_one_and_opens_it_with_the_seed(db: None, clock: FakeClock) -> None:
    browser = Client()
    made = browser.post("/cards/new", FIELDS, headers=JSON).json()
    card = Card.objects.get()
    assert made["address"] == f"/c/{card.code}/"
    assert (made["code"], made["base"]) == (card.code, card.base)
    assert re.fullmatch("[0-9a-f]{64}", made["commitment"])
    assert made["entry"]["index"] > 0
    assert "Loading" in text(browser, made["address"])
    assert "not open yet" in text(Client(), made["address"])
    wrong = browser.post(f"{made['address']}seed", {"salt": SALT, "text": "other"}, headers=JSON)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "bad_seed")
    for _ in range(2):
        shown = browser.post(f"{made['address']}seed", {"salt": SALT, "text": TEXT}, headers=JSON)
        assert shown.json()["share"] == Card.objects.get().share
    assert ">Play<" in text(Client(), made["address"])


@pytest.mark.parametrize(
    "bad",
    [
        {"seal": "x"},
        {"seal": ""},
        {"days": "0"},
        {"days": "15"},
        {"days": "soon"},
        {"variant": "chess"},
        {"name": "x" * 60},
    ],
    ids=str,
)
def test_it_refuses_bad_input_in_the_one_shape(
    db: None, clock: FakeClock, bad: dict[str, str]
) -> None:
    answer = Client().post("/cards/new", {**FIELDS, **bad}, headers=JSON)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]
    page = Client().post("/cards/new", {**FIELDS, **bad})
    assert page.status_code == 422
    assert not Card.objects.exists()


def test_a_form_sent_without_a_script_leads_to_the_card(alice: User, clock: FakeClock) -> None:
    answer = browser_of(alice).post("/cards/new", FIELDS)
    assert answer["Location"] == f"/c/{Card.objects.get().code}/"


def test_a_link_chooses_the_rules_of_a_new_one(db: None, clock: FakeClock) -> None:
    rules = "yatzy+two-pairs-of-four+bonus-100"
    shown = text(Client(), f"/cards/new?variant={rules.replace('+', '%2B')}")
    assert re.search(rf'value="{re.escape(rules)}"[^>]* checked', shown)
    shown = text(Client(), "/cards/new?variant=yahtzee&joker=forced")
    assert re.search(r'value="yahtzee"[^>]* checked', shown)


def test_a_child_needs_the_code_of_the_device(db: None, clock: FakeClock) -> None:
    browser = Client()
    browser.post("/settings/family/", {"code": "1234"})
    assert device.is_locked({name: each.value for name, each in browser.cookies.items()})
    assert "Code of the family lock" in text(browser, "/cards/new")
    assert browser.post("/cards/new", FIELDS, headers=JSON).status_code == 403
    wrong = browser.post("/cards/new", {**FIELDS, "parent": "4321"}, headers=JSON)
    assert wrong.json()["error"]["message"] == "That is not the code."
    assert not Card.objects.exists()
    assert browser.post("/cards/new", {**FIELDS, "parent": "1234"}, headers=JSON).status_code == 200


def test_a_child_needs_the_password_of_the_account(db: None, clock: FakeClock) -> None:
    lou = account("Lou")
    lou.set_password(PASSWORD)
    lou.save()
    set_lock(lou, True)
    browser = browser_of(lou)
    assert "Password of this account" in text(browser, "/cards/new")
    assert browser.post("/cards/new", FIELDS, headers=JSON).status_code == 403
    right = browser.post("/cards/new", {**FIELDS, "parent": PASSWORD}, headers=JSON)
    assert right.status_code == 200
    lou.refresh_from_db()
    lou.set_unusable_password()
    lou.save()
    assert "A grown-up can turn it off" in text(browser_of(lou), "/cards/new")


def test_a_child_sees_no_name_of_a_stranger(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    played(card, alice, clock)
    lou = account("Lou")
    set_lock(lou, True)
    browser = browser_of(lou)
    assert "Alice" not in text(browser, f"/c/{card.code}/")
    played(card, lou, clock, best=False)
    shown = text(browser, f"/c/{card.code}/")
    assert "Alice" not in shown
    assert "Player 1" in shown


# --- Playing one ----------------------------------------------------------------------------------


def test_it_begins_a_game_for_a_visitor_once(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    browser = Client()
    room = browser.post(f"/c/{card.code}/play")["Location"]
    assert room.startswith("/r/")
    assert browser.post(f"/c/{card.code}/play")["Location"] == room
    assert browser.cookies["browser"]["httponly"]
    (entry,) = CardEntry.objects.all()
    assert entry.player is not None
    assert re.fullmatch(r"Guest \d{4}", entry.player.name)
    assert browser.cookies["browser"].value not in entry.browser


def test_a_second_player_of_a_browser_is_marked_for_the_sender_only(
    alice: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    first = Client()
    first.post(f"/c/{card.code}/play")
    second = Client()
    second.cookies["browser"] = first.cookies["browser"].value
    second.post(f"/c/{card.code}/play")
    others = Client()
    others.post(f"/c/{card.code}/play")
    marks = CardEntry.objects.order_by("pk").values_list("same_device", flat=True)
    assert list(marks) == [False, True, False]
    CardEntry.objects.update(over=True, total=100)
    for entry in CardEntry.objects.select_related("game"):
        entry.game.status = "finished"
        entry.game.save()
    shown = text(others, f"/c/{card.code}/")
    assert shown.count("medal-1") == 2
    assert "Same device" not in shown
    revealed(card, clock)
    assert "Same device" in text(browser_of(alice), f"/c/{card.code}/")


def test_nobody_becomes_a_guest_for_a_card_that_has_ended(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    ended(card, clock)
    players = User.objects.count()
    answer = Client().post(f"/c/{card.code}/play")
    assert answer["Location"] == f"/c/{card.code}/"
    assert User.objects.count() == players
    assert "This card is closed" in text(Client(), f"/c/{card.code}/")


def test_only_its_sender_ends_it(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    for player, has_ended in ((None, False), (bob, False), (alice, True)):
        answer = browser_of(player).post(f"/c/{card.code}/end")
        assert answer["Location"] == f"/c/{card.code}/"
        assert (Card.objects.get().ended_at is not None) == has_ended


def test_it_compares_two_games_turn_by_turn(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    mine, theirs = played(card, bob, clock, best=False), played(card, alice, clock)
    CardEntry.objects.filter(player=bob).update(judged=True, loss=30.0)
    CardEntry.objects.filter(player=alice).update(judged=True, loss=10.0)
    shown = text(browser_of(bob), f"/c/{card.code}/")
    assert f"Alice</bdi> is {theirs - mine} points ahead of you" in shown
    assert "Your choices gave up 30.0 points" in shown
    assert f"{mine}</small>" in shown
    assert f"{theirs}</small>" in shown
    assert shown.count("<tr>") >= 12


def test_the_lists_have_what_one_made_and_what_one_played(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    total = played(card, bob, clock)
    other = open_card(alice, clock)
    begin(other, bob, clock)
    assert "Nothing yet" in text(Client(), "/cards/")
    made = text(browser_of(alice), "/cards/")
    assert made.count("Open until") == 2
    assert str(total) not in made.split("<main")[1].split("</main")[0]
    shown = text(browser_of(bob), "/cards/")
    assert shown.index(other.code) < shown.index(card.code)
    assert f'<b class="number">{total}</b>' in shown
    assert "Your turn" in shown


def test_the_preview_has_no_number_before_the_reveal(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    total = played(card, alice, clock)
    shown = text(browser_of(alice), f"/c/{card.code}/")
    assert 'property="og:title" content="Alice made a card. Same dice: can you beat it?"' in shown
    before = Client().get(f"/preview/en/c/{card.code}.png")
    assert (before.status_code, before["Content-Type"]) == (200, "image/png")
    revealed(card, clock)
    assert Client().get(f"/preview/en/c/{card.code}.png").content != before.content
    assert total > 0
