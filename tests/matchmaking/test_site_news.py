"""What the home page tells of public games that are over, and of who is online."""

import random
from datetime import timedelta
from typing import Any

import pytest

from games.accounts.bot_accounts import find_bot
from games.accounts.players import create_account
from games.clock import utc_now
from games.matchmaking.public_rooms import ONLINE
from games.matchmaking.site_news import MAX_NEWS, read_site_news
from games.models import Game, Room, Scorecard, User
from games.protocol.lobby_messages import News
from games.ratings.counting import count_results
from games.rooms import seating
from games.rules import Position
from tests.support.desk import play
from tests.support.people import begun, open_room


def finished(*players: User, public: bool = True, totals: tuple[int, ...] = ()) -> Game:
    """A counted game of these players; `totals`: what the caches are to say."""
    room = open_room(players[0], len(players), public=public)
    for player in players[1:]:
        seating.sit(room.pk, player.pk, None, None)
    game = begun(room, *players)
    play(game, 12 * len(players), random.Random(1))
    assert count_results([game.pk]) == [game.pk]
    for seat, total in enumerate(totals):
        place = 1 + sum(other > total for other in totals)
        Scorecard.objects.filter(game=game, seat=seat).update(total=total, place=place)
    game.refresh_from_db()
    return game


def fill_yacht(game: Game, seat: int) -> None:
    """Let the last box of a seat's card be a Yacht."""
    card = Scorecard.objects.get(game=game, seat=seat)
    variant, boxes, *rest = card.position.split(" ")
    entries = boxes.split(",")
    card.position = " ".join([variant, ",".join([*entries[:-1], "50"]), *rest])
    assert Position.parse(card.position).variant.boxes[-1].category == "yacht"
    card.save()


def news_of(game: Game) -> list[News]:
    return [each for each in read_site_news().news if each.game == game.code]


def without_yachts(game: Game) -> None:
    """Replace a Yacht that the dice happened to give."""
    for card in Scorecard.objects.filter(game=game):
        card.position = card.position.replace(",50 ", ",0 ")
        card.save()


def test_it_tells_who_won_against_whom(alice: User, bob: User, charlie: User) -> None:
    game = finished(alice, bob, charlie, totals=(150, 212, 90))
    without_yachts(game)
    [item] = news_of(game)
    assert (item.kind, item.player.name, item.points) == ("won", "Bob", 212)
    assert (item.variant, item.others, item.box) == ("Yacht", ("Alice", "Charlie"), "")


def test_it_tells_of_a_five_of_a_kind_of_anybody(alice: User, bob: User) -> None:
    game = finished(alice, bob, totals=(200, 100))
    without_yachts(game)
    fill_yacht(game, 1)
    assert [(item.kind, item.player.name, item.box) for item in news_of(game)] == [
        ("won", "Alice", ""),
        ("box", "Bob", "Yacht"),
    ]


def test_it_tells_of_no_win_of_a_bot_or_of_somebody_alone(alice: User) -> None:
    bot = User.objects.get(pk=find_bot("breeze"))
    lost, alone = finished(alice, bot, totals=(100, 200)), finished(alice)
    for game in (lost, alone):
        without_yachts(game)
        assert news_of(game) == []


def test_it_tells_nothing_of_private_games(alice: User, bob: User) -> None:
    finished(alice, bob, public=False)
    assert read_site_news().news == ()


def test_it_tells_nothing_of_somebody_who_is_gone(alice: User, bob: User) -> None:
    game = finished(alice, bob, totals=(200, 100))
    without_yachts(game)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert news_of(game) == []


def test_it_has_the_newest_first_and_only_a_few(alice: User, bob: User) -> None:
    games = [finished(alice, bob, totals=(200, 100)) for _ in range(MAX_NEWS + 1)]
    found = read_site_news().news
    assert len(found) == MAX_NEWS
    assert found[0].game == games[-1].code
    assert games[0].code not in {item.game for item in found}


def test_it_names_accounts_that_are_online_and_do_not_hide(alice: User) -> None:
    dora, emil, finn = (create_account(name, "red sails") for name in ("dora", "Emil", "Finn"))
    User.objects.filter(pk=emil.pk).update(listed_online=False)
    long_ago = utc_now() - ONLINE - timedelta(seconds=1)
    User.objects.filter(pk=finn.pk).update(seen_at=long_ago)
    create_account("Bea", "red sails")
    # Alice is a guest.
    assert [person.name for person in read_site_news().people] == ["Bea", "dora"]
    assert dora.pk == read_site_news().people[1].player


@pytest.mark.parametrize("games", [1, 4])
def test_it_asks_the_database_five_times_however_many_games_there_are(
    alice: User, bob: User, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        finished(alice, bob)
    with django_assert_num_queries(5):
        read_site_news()
    assert Room.objects.count() == games
