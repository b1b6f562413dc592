"""Staff play, too: the admin hides what is hidden from other players."""

import pytest
from django.test import Client

from games.core.engine import Roll, Score
from games.models import Game, Scorecard, User
from games.platform.clock import now_ms
from games.record.log.loading import load_game
from games.record.reveals.shared_dice import open_share, reveal_share
from games.tables.rooms import opening
from games.tables.rooms.shared_games import open_shared_game
from tests.fixtures import As
from tests.support.desk import act
from tests.support.played import begin, play_out

pytestmark = pytest.mark.registered


@pytest.fixture
def staff(db: None, signed_in: As) -> Client:
    return signed_in(User.objects.create_superuser("root", "", "pass", name="root"))


def shown(staff: Client, game: Game) -> str:
    answer = staff.get(f"/admin/games/game/{game.pk}/change/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_hides_a_round_from_staff_until_all_are_done(
    staff: Client, alice: User, bob: User
) -> None:
    room = opening.open_room(alice, "yacht", {}, 2, 60, public=False, mode="rounds")
    game = begin(room, alice, bob)
    act(game, 0, Roll(1, 0), now=now_ms())
    before = shown(staff, game)
    assert ("game.started" in before, "dice.rolled" in before) == (True, False)
    assert Game.objects.get(pk=game.pk).head not in before
    for seat, action in ((0, "score"), (1, "roll"), (1, "score")):
        box = load_game(game.pk).state.seats[seat].card.open_boxes[0]
        chosen = Roll(1, 0) if action == "roll" else Score(1, 1, box.category, box.column)
        act(game, seat, chosen, now=now_ms())
    after = shown(staff, game)
    assert ("dice.rolled" in after, "round.revealed" in after) == (True, True)


def test_it_hides_games_on_shared_dice_from_staff_until_the_reveal(
    staff: Client, alice: User
) -> None:
    share = open_share()
    game = open_shared_game(alice, "yacht", share).game
    assert game is not None
    play_out(game)
    card = Scorecard.objects.get(game=game)
    lists = [f"/admin/games/{name}/" for name in ("game", "scorecard")]
    rows = [f"/admin/games/game/{game.pk}/change/", f"/admin/games/scorecard/{card.pk}/change/"]
    assert [game.code in staff.get(path).content.decode() for path in lists] == [False, False]
    assert [staff.get(path).status_code for path in rows] == [302, 302]
    reveal_share(share)
    assert "dice.rolled" in shown(staff, game)
    assert [game.code in staff.get(path).content.decode() for path in lists] == [True, True]
    assert [staff.get(path).status_code for path in rows] == [200, 200]
