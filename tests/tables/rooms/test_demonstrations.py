"""Two bots play while somebody looks at the home page and nobody else plays in public."""

from datetime import timedelta

import pytest
from pytest_django.fixtures import Settings

from games.models import DiceCount, Game, Rating, Room, Scorecard, Tally, User
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.audit.jobs import sweep_dice
from games.record.log.jobs import sweep_verification
from games.record.log.verifying import problems_of
from games.site.front.home.jobs import sweep_demonstration
from games.tables.live.registry import Hubs
from games.tables.live.results import sweep_results
from games.tables.rooms import demonstrations
from tests.support.clock import FakeClock
from tests.support.people import current_game, playing


@pytest.fixture(autouse=True)
def _on(settings: Settings) -> None:
    settings.DEMONSTRATION = True


async def want() -> None:
    await in_database(demonstrations.want)


async def the_room() -> Room:
    return await in_database(lambda: Room.objects.select_related("game").get())


async def finish(room: Room, hubs: Hubs) -> Game:
    """Let the bots play the running game to its end."""
    from games.tables.live import bot_driver  # noqa: PLC0415 - loads the compiled code; only here

    while await bot_driver.play_move(room.code):
        pass
    return await in_database(lambda: current_game(room))


async def test_it_starts_one_game_of_two_bots_while_it_is_wanted(
    hubs: Hubs, clock: FakeClock, transactional_db: None
) -> None:
    assert await sweep_demonstration() == 0
    await want()
    assert await sweep_demonstration() == 1
    assert await sweep_demonstration() == 0
    room = await the_room()
    assert room.public
    game = await in_database(lambda: current_game(room))
    assert (game.demo, game.rated, game.status) == (True, False, "playing")
    assert await in_database(lambda: game.scorecards.filter(player__is_bot=True).count()) == 2


async def test_it_is_of_the_game_that_people_of_the_sites_language_know(
    hubs: Hubs,
    clock: FakeClock,
    bots_move_at_once: None,
    settings: Settings,
    transactional_db: None,
) -> None:
    await want()
    await sweep_demonstration()
    room = await the_room()
    assert room.variant == "yahtzee"
    await finish(room, hubs)
    settings.SITE_LANGUAGE = "sv"
    clock.advance(60)
    await want()
    assert await sweep_demonstration() == 1
    newest = await in_database(lambda: Room.objects.order_by("pk").last())
    assert newest is not None
    assert newest.variant == "yatzy"


async def test_it_starts_nothing_while_people_play_in_public(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    await in_database(lambda: playing(alice, bob, public=True))
    await want()
    assert await sweep_demonstration() == 0


async def test_it_counts_for_nobody_but_its_dice_are_counted(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, transactional_db: None
) -> None:
    await want()
    await sweep_demonstration()
    game = await finish(await the_room(), hubs)
    assert game.status == "finished"
    assert await sweep_results() == 0
    await sweep_demonstration()
    assert await sweep_results() == 0
    assert [await sweep_dice(), await sweep_verification(), await sweep_dice()] == [0, 1, 1]

    def check() -> None:
        game.refresh_from_db()
        assert game.result_at is not None
        assert game.result_number is None
        assert game.dice_counted
        assert problems_of(game) == []
        assert not Rating.objects.exists()
        assert not Tally.objects.exists()
        assert not Scorecard.objects.filter(finished_at__isnull=False).exists()
        assert DiceCount.objects.filter(games=1).exists()

    await in_database(check)


async def test_it_plays_the_next_game_with_other_bots_at_the_same_table_after_a_pause(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, transactional_db: None
) -> None:
    await want()
    await sweep_demonstration()
    room = await the_room()
    first = await finish(room, hubs)
    await want()
    assert await sweep_demonstration() == 0
    clock.advance(demonstrations.PAUSE.total_seconds() + 1)
    await want()
    assert await sweep_demonstration() == 1
    second = await in_database(lambda: current_game(room))
    assert (second.number, second.room_id) == (2, first.room_id)

    def players(game: Game) -> list[str]:
        return list(game.scorecards.order_by("seat").values_list("player__name", flat=True))

    assert await in_database(lambda: players(first)) == ["Polaris", "Skipper"]
    assert await in_database(lambda: players(second)) == ["Anchor", "Gull"]


async def test_it_shows_the_result_for_a_while_and_then_nothing(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, transactional_db: None
) -> None:
    await want()
    await sweep_demonstration()
    room = await the_room()
    await finish(room, hubs)
    assert await in_database(lambda: demonstrations.shown_room(utc_now())) == room.code
    late = utc_now() + demonstrations.SHOWN_FOR + timedelta(seconds=1)
    assert await in_database(lambda: demonstrations.shown_room(late)) is None
