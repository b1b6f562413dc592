"""The turn in lists of games, compared with the game itself, and the names of their people."""

import pytest

from games.core.rules import find_variant
from games.models import Game, Room, User
from games.platform.clock import utc_now
from games.record.log.loading import load_game
from games.site.account.membership.blocks import block
from games.site.account.membership.renaming import rename_player
from games.tables.matchmaking.room_lists import tables_of, whose_turn
from games.tables.rooms import starting
from games.tables.rooms.opening import open_paired_room
from tests.fixtures import OpenRoom
from tests.support.played import begin, play_out, resign, take_turn

pytestmark = pytest.mark.registered


def agrees(game: Game) -> bool:
    """Return whether the list and the game's log name the same player and round."""
    state = load_game(game.pk).state
    turn = whose_turn(game, list(game.scorecards.all()))
    if not state.acting:
        return turn is None
    seat = state.seats[state.acting[0]]
    assert turn is not None
    return (turn.player, turn.name, turn.round, turn.rounds) == (
        seat.player,
        seat.name,
        seat.turn.number,
        find_variant(game.variant).rounds,
    )


@pytest.mark.parametrize("variant", ["yacht", "triple_yahtzee"])
def test_it_is_right_at_every_turn_of_the_first_and_the_second_game(
    alice: User, bob: User, charlie: User, new_room: OpenRoom, variant: str
) -> None:
    room = new_room(alice, variant=variant, seats=3)
    for _ in range(2):
        game = begin(room, alice, bob, charlie)
        assert agrees(game)
        while take_turn(game):
            assert agrees(game)
        assert agrees(game)
        room.refresh_from_db()
        room.seats.update(ready=True)


def test_it_skips_a_player_who_resigned(
    alice: User, bob: User, charlie: User, new_room: OpenRoom
) -> None:
    game = begin(new_room(alice, seats=3), alice, bob, charlie)
    take_turn(game)
    resign(game, 1)
    assert agrees(game)
    for _ in range(5):
        take_turn(game)
        assert agrees(game)


def test_it_names_nobody_when_the_game_is_over(alice: User, new_room: OpenRoom) -> None:
    game = play_out(begin(new_room(alice), alice))
    assert whose_turn(game, list(game.scorecards.all())) is None


def test_a_new_name_shows_after_the_game_and_to_nobody_who_blocked_its_owner(
    alice: User, bob: User
) -> None:
    room = open_paired_room([alice.pk, bob.pk], "yacht", {}, 86_400, rated=False)
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    starting.start(room.pk, alice.pk)
    rename_player(bob, "Words of mine")

    def listed() -> tuple[str, ...]:
        (table,) = tables_of(alice, utc_now())
        return table.names

    assert listed() == ("Bob",)
    Game.objects.update(status=Game.Status.FINISHED)
    assert listed() == ("Words of mine",)
    Game.objects.update(status=Game.Status.PLAYING)
    block(alice.pk, bob.pk)
    Game.objects.update(status=Game.Status.FINISHED)
    assert listed() == ("Bob",)
