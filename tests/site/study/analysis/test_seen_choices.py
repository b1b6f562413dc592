"""The choices of a game while others may still play its dice: no secret, no perfect play."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import DiceShare, Game, SeatAnalysis, User
from games.record.reveals.shared_dice import open_share, reveal_share
from games.site.study.analysis.game_analysis import allow_analysis, analyse_game
from games.site.study.analysis.seen_choices import losses_of, seen_choices
from games.tables.rooms.shared_games import open_shared_game
from tests.fixtures import As
from tests.support.played import play_out

NEEDS_SECRET = {"perfect", "perfect_turns"}


@pytest.fixture
def game(bob: User) -> Game:
    cache.clear()
    share = open_share()
    DiceShare.objects.filter(code=share).update(finishers_see=True)
    return play_out(of(bob, share))


def of(player: User, share: str | None) -> Game:
    assert share is not None
    found = open_shared_game(player, "yacht", share).game
    assert found is not None
    return found


def test_they_are_those_of_the_analysis_after_the_reveal(game: Game) -> None:
    before, loss = seen_choices(game), losses_of(game.pk)
    assert before is not None
    assert game.share is not None
    reveal_share(game.share)
    allow_analysis(game.pk)
    assert analyse_game(game.pk)
    after = SeatAnalysis.objects.get(game=game)
    assert loss == pytest.approx(after.data["loss"])
    assert (before[0]["perfect"], before[0]["perfect_turns"]) == (None, [])
    known = {name: value for name, value in after.data.items() if name not in NEEDS_SECRET}
    assert {name: before[0][name] for name in known} == known


def test_there_are_none_before_the_end(alice: User, game: Game) -> None:
    running = of(alice, game.share)
    assert (seen_choices(running), losses_of(running.pk)) == ([], None)


def test_players_and_finishers_read_them(
    game: Game, alice: User, bob: User, charlie: User, outsider: Client, signed_in: As
) -> None:
    path = f"/g/{game.code}/choices.json"
    play_out(of(alice, game.share))
    asked = [outsider, *map(signed_in, (charlie, alice, bob))]
    found = [browser.get(path) for browser in asked]
    assert [each.status_code for each in found] == [404, 404, 200, 200]
    assert [each["Cache-Control"] for each in found] == ["private, no-store"] * 4
    assert found[2].json()["status"] == "ready"
    page = signed_in(alice).get(f"/g/{game.code}/")
    text = page.content.decode()
    assert (f'data-analysis="{path}"' in text, 'id="share"' in text) == (True, False)
    assert page["Cache-Control"] == "private, no-store"


def test_after_the_reveal_the_analysis_takes_their_place(
    game: Game, bob: User, signed_in: As
) -> None:
    assert game.share is not None
    reveal_share(game.share)
    assert signed_in(bob).get(f"/g/{game.code}/choices.json").status_code == 404
    page = signed_in(bob).get(f"/g/{game.code}/").content.decode()
    assert f'data-analysis="/api/v1/games/{game.code}/analysis"' in page
