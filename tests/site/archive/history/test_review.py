"""What the server draws on a game's page: title, result, cards and log. Who may list it."""

import html
import re

import pytest
from django.test import Client

from games.core.engine import Resign, Roll, Score
from games.models import Game, User
from tests.fixtures import OpenRoom
from tests.support.played import act, begin, new_game, play_out, resign, take_turn
from tests.support.reading import data_in, plain

pytestmark = pytest.mark.registered


def page_of(game: Game, browser: Client) -> str:
    return plain(html.unescape(browser.get(f"/g/{game.code}/").content.decode()))


def between(text: str, start: str, end: str) -> str:
    return text.split(start, 1)[1].split(end, 1)[0]


def totals(game: Game) -> dict[str, int]:
    return {card.name: card.total for card in game.scorecards.order_by("seat")}


def cells(text: str) -> dict[str, str]:
    """The text of each cell of the cards, by its key."""
    return dict(re.findall(r'<td data-cell="([^"]+)"[^>]*>([^<]*)</td>', text))


def test_it_is_called_after_the_players_and_their_points(
    alice: User, bob: User, outsider: Client
) -> None:
    game = play_out(new_game(alice, bob))
    points = totals(game)
    first, second = sorted(points, key=lambda name: -points[name])
    title = between(page_of(game, outsider), "<title>", "</title>")
    assert title == f"{first} {points[first]} – {second} {points[second]} · Yacht"


def test_it_says_who_won_and_by_how_much(alice: User, bob: User, outsider: Client) -> None:
    game = play_out(new_game(alice, bob))
    points = totals(game)
    best, other = max(points.values()), min(points.values())
    winner = max(points, key=lambda name: points[name])
    headline = between(page_of(game, outsider), '<h1 id="result-title">', "</h1>")
    tie = "Alice and Bob tie"
    assert headline == (tie if best == other else f"{winner} wins by {best - other}")


def test_it_names_no_lead_over_those_who_resigned(alice: User, bob: User, outsider: Client) -> None:
    game = new_game(alice, bob)
    take_turn(game)
    resign(game, 0)
    text = page_of(game, outsider)
    assert between(text, '<h1 id="result-title">', "</h1>") == "Bob wins"
    assert "Alice resigned." in text


def test_it_gives_the_points_of_a_lone_player(alice: User, outsider: Client) -> None:
    game = play_out(new_game(alice))
    headline = between(page_of(game, outsider), '<h1 id="result-title">', "</h1>")
    assert headline == f"{totals(game)['Alice']} points"


def test_it_counts_players_whom_a_title_has_no_room_for(
    alice: User, bob: User, charlie: User, guest: User, outsider: Client
) -> None:
    game = new_game(alice, bob, charlie, guest)
    for seat in (3, 2, 1):
        resign(game, seat)
    title = between(page_of(game, outsider), "<title>", "</title>")
    assert title.endswith(" and 1 more · Yacht")
    assert title.count(" – ") == 2


@pytest.mark.parametrize("variant", ["yacht", "yahtzee", "triple_yahtzee"])
def test_it_writes_every_box_and_sum_of_the_cards(
    alice: User, bob: User, outsider: Client, variant: str
) -> None:
    text = page_of(play_out(new_game(alice, bob, variant=variant)), outsider)
    found = cells(text)
    for seat in data_in(text, "game-data")["view"]["seats"]:
        assert found[f"total/{seat['seat']}"] == str(seat["card"]["total"])
        for number, column in enumerate(seat["card"]["columns"]):
            for category, points in column["boxes"].items():
                assert found[f"box/{seat['seat']}/{number}/{category}"] == str(points)
    boxes = [key for key in found if key.startswith("box/")]
    filled = [
        event for event in data_in(text, "game-data")["events"] if event["type"] == "box.scored"
    ]
    assert len(boxes) == len(filled)


def test_it_writes_each_turn_with_its_rolls_and_a_link_to_it(alice: User, outsider: Client) -> None:
    game = new_game(alice)
    act(game, 0, Roll(1, 0))
    act(game, 0, Roll(1, 1, (0, 3)))
    act(game, 0, Score(1, 2, "ones", 0))
    act(game, 0, Resign())
    text = page_of(game, outsider)
    events = data_in(text, "game-data")["events"]
    rolls = [event["data"] for event in events if event["type"] == "dice.rolled"]
    [box] = [event for event in events if event["type"] == "box.scored"]
    turn = between(text, f'href="#e{box["seq"]}"', "</a>")
    labels = re.findall(r'aria-label="([^"]+)"', turn)
    first, second = (roll["dice"] for roll in rolls)
    held = [f"{face} held" if place in (0, 3) else str(face) for place, face in enumerate(second)]
    assert labels == [", ".join(map(str, first)), ", ".join(held)]
    assert "Ones" in turn
    assert f'<b class="number">{box["data"]["points"]}</b>' in turn


@pytest.mark.parametrize(("public", "listed"), [(True, True), (False, False)])
def test_it_may_be_listed_if_the_table_was_public(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client, public: bool, listed: bool
) -> None:
    game = play_out(begin(new_room(alice, public=public), alice, bob))
    assert ('name="robots"' not in page_of(game, outsider)) == listed


def test_it_is_not_listed_with_a_guest_or_without_a_result(
    alice: User, bob: User, guest: User, new_room: OpenRoom, outsider: Client
) -> None:
    with_guest = play_out(begin(new_room(alice, public=True), alice, guest))
    assert 'content="noindex"' in page_of(with_guest, outsider)
    game = play_out(begin(new_room(bob, public=True), bob, alice))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED)
    bob.is_active = False
    bob.save()
    assert 'content="noindex"' in page_of(game, outsider)


def test_its_data_and_text_are_never_listed(alice: User, bob: User, outsider: Client) -> None:
    game = play_out(new_game(alice, bob))
    for form in ("json", "txt"):
        assert outsider.get(f"/g/{game.code}.{form}")["X-Robots-Tag"] == "noindex"
