"""A finished game with the same dice for everybody: its page, and replays."""

import html
import random
import re

import pytest
from django.test import Client

from games.core.engine.fairness import FairDice
from games.models import Game, SeatAnalysis, User
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.site.study.analysis.game_analysis import analyse_game
from tests.fixtures import As
from tests.record.ratings.games import finished_game
from tests.support.played import play_out
from tests.support.reading import plain
from tests.support.replays import open_replay

pytestmark = pytest.mark.registered


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return finished_game(alice, bob, charlie, seed=3, rated=False, same=True, resigns=(2, 4))


def page_of(game: Game, browser: Client) -> str:
    return plain(html.unescape(browser.get(f"/g/{game.code}/").content.decode()))


def notes(text: str) -> dict[str, str]:
    """Return what stands beside each total, by name."""
    lines = re.findall(r'<li class="standing.*?</li>', text, re.DOTALL)
    found = {}
    for line in lines:
        name = re.search(r'standing-name">(?:<a[^>]*>)?(\w+)', line)
        note = re.search(r'standing-same number">([^<]*)<', line)
        assert name is not None
        found[name[1]] = note[1] if note else ""
    return found


def test_it_compares_no_card_that_was_cut_short(alice: User, bob: User, outsider: Client) -> None:
    short = finished_game(alice, bob, rated=False, same=True, resigns=(1, 4))
    text = page_of(short, outsider)
    assert "Yacht, same dice" in text
    assert notes(text) == {"Alice": "", "Bob": ""}
    assert analyse_game(short.pk)
    assert notes(page_of(short, outsider))["Bob"] == ""


def test_it_shows_the_percent_of_perfect_play_when_it_is_analysed(
    game: Game, outsider: Client
) -> None:
    before = outsider.get(f"/g/{game.code}/")
    assert analyse_game(game.pk)
    rows = SeatAnalysis.objects.filter(game=game)
    (perfect,) = {row.data["perfect"] for row in rows}
    assert {len(row.data["chances"]) for row in rows} == {0}, "no chances of independent dice"
    after = outsider.get(f"/g/{game.code}/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    text = plain(html.unescape(after.content.decode()))
    for card in game.scorecards.filter(resigned=False):
        assert notes(text)[card.name] == f"{round(100 * card.total / perfect)}%"
    assert f"Perfect play scores {perfect} points with these dice." in text


def test_it_says_nothing_of_it_with_own_dice(alice: User, bob: User, outsider: Client) -> None:
    text = page_of(finished_game(alice, bob), outsider)
    assert set(notes(text).values()) == {""}
    assert "Yacht, same dice" not in text


@pytest.mark.parametrize("seat", [0, 1])
def test_a_replay_has_the_dice_that_all_seats_had(game: Game, alice: User, seat: int) -> None:
    room = open_replay(alice, game, seat)
    assert room.game is not None
    again, older = load_game(room.game.pk), load_game(game.pk)
    assert isinstance(again.dice, FairDice)
    place = random.Random(seat)
    for _ in range(20):
        where = (place.randint(1, 12), place.randint(1, 3), place.randrange(5))
        assert again.dice.throw(0, *where) == older.dice.throw(2, *where)
    assert problems_of(room.game) == []


def test_the_page_of_a_finished_replay_compares_it_with_the_first_game(
    alice: User, bob: User, charlie: User, outsider: Client
) -> None:
    first = finished_game(alice, bob, rated=False)
    assert "Same dice as in" not in page_of(first, outsider)
    game = open_replay(charlie, first, 1).game
    assert game is not None
    again = play_out(game)
    before, now = first.scorecards.get(seat=1).total, again.scorecards.get().total
    text = page_of(again, outsider)
    assert f'href="/g/{first.code}/"' in text
    assert f'>{before}</b> points then, <b class="number">{now}</b> now' in text
    assert analyse_game(again.pk)
    perfect = SeatAnalysis.objects.get(game=again).data["perfect"]
    text = page_of(again, outsider)
    assert f">{round(100 * before / perfect)}%</b> of perfect play then" in text
    assert f">{round(100 * now / perfect)}%</b> now" in text


def test_nobody_opens_a_replay(alice: User, bob: User, signed_in: As) -> None:
    game = finished_game(alice, bob, rated=False)
    assert signed_in(bob).post(f"/g/{game.code}/again", {"seat": "0"}).status_code == 404
