"""Games that have stopped are found, and go on from what their logs say."""

import pytest

from games.core.engine import GRACE_MS, Roll, Score
from games.core.engine.events import BoxScored
from games.models import FairLogEntry, Game, GameEvent, GameSnapshot, Room, Scorecard, User
from games.platform import metrics
from games.platform.database.threads import in_database
from games.record.log.loading import load_game, read_events
from games.record.log.verifying import problems_of
from games.record.reveals.public_log_ends import log_ends
from games.tables.live.jobs import sweep_stuck_games
from games.tables.live.registry import Hubs
from games.tables.rooms import starting
from games.tables.rooms.loading import load_room
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.desk import act, rechain
from tests.support.people import current_game, playing, state_of

LATE_MS = 125_000


@pytest.fixture
def room(clock: FakeClock, alice: User, bob: User) -> Room:
    return playing(alice, bob, mode="rounds", clock=60)


def outcomes() -> dict[str, float]:
    return {name: metrics.STUCK.value(name) for name in ("healed", "late", "broken", "failed")}


def play_round_without_reveal(game: Game, now: int) -> None:
    """Leave the log without the reveal of its first round, as if a bug had lost it."""
    for seat in (0, 1):
        act(game, seat, Roll(1, 0), now=now)
        act(game, seat, Score(1, 1, "choice"), now=now)
    GameEvent.objects.filter(game=game, type="round.revealed").delete()
    rechain(game)
    Game.objects.filter(pk=game.pk).update(deadline=None)


@pytest.mark.logs_errors("games.tables.live.jobs")
async def test_it_reveals_a_round_that_nobody_has_to_act_in(
    hubs: Hubs, clock: FakeClock, room: Room
) -> None:
    game = await in_database(lambda: current_game(room))
    await in_database(lambda: play_round_without_reveal(game, clock.ms))
    player = await visit(room)
    clock.ms += LATE_MS
    before = outcomes()
    assert await sweep_stuck_games() == 1
    await player.hear("delta")
    state = await state_of(room)
    assert [seat.turn.number for seat in state.seats] == [2, 2]
    assert state.acting == (0, 1)
    await in_database(game.refresh_from_db)
    assert await in_database(lambda: problems_of(game)) == []
    assert {**before, "healed": before["healed"] + 1} == outcomes()


@pytest.mark.logs_errors("games.tables.live.jobs")
@pytest.mark.parametrize("wrong", ["deadline", "no deadline"])
async def test_it_restores_a_row_that_has_lost_its_deadline(
    hubs: Hubs, clock: FakeClock, room: Room, wrong: str
) -> None:
    game = await in_database(lambda: current_game(room))
    right = game.deadline
    assert right is not None
    lost = None if wrong == "no deadline" else right.replace(year=2020)
    await in_database(lambda: Game.objects.filter(pk=game.pk).update(deadline=lost))
    await in_database(lambda: Scorecard.objects.filter(game=game).update(total=77))
    clock.ms += LATE_MS
    assert await sweep_stuck_games() == 1
    await in_database(game.refresh_from_db)
    assert game.deadline == right
    assert await in_database(lambda: problems_of(game)) == []


async def test_it_leaves_games_alone_that_move_or_need_not(
    hubs: Hubs, clock: FakeClock, room: Room, alice: User
) -> None:
    await in_database(lambda: playing(alice))
    clock.ms += 60_000 + GRACE_MS + 59_000
    assert await sweep_stuck_games() == 0


@pytest.mark.logs_errors("games.tables.live")
async def test_it_has_every_process_load_a_game_again_that_believes_in_a_wrong_state(
    hubs: Hubs, clock: FakeClock, room: Room
) -> None:
    player = await visit(room)
    live = hubs.rooms[room.code].game
    assert live is not None
    live._loaded.state = live.state._replace(acting=())
    clock.ms += LATE_MS
    wrong = metrics.CORRECTIONS.value()
    assert await sweep_stuck_games() == 1
    await player.hear("snapshot")
    assert live.state == await state_of(room)
    assert metrics.CORRECTIONS.value() == wrong + 1


@pytest.mark.logs_errors("games.record.log", "games.tables.live", "games.record.reveals")
async def test_it_ends_a_game_whose_log_cannot_be_read_and_frees_its_room(
    hubs: Hubs, clock: FakeClock, room: Room, alice: User
) -> None:
    game = await in_database(lambda: current_game(room))
    await in_database(lambda: act(game, 0, Roll(1, 0), now=clock.ms))
    await in_database(lambda: GameEvent.objects.filter(game=game, seq=1).update(data="{}"))
    clock.ms += LATE_MS
    before = outcomes()
    assert await sweep_stuck_games() == 1
    assert {**before, "broken": before["broken"] + 1} == outcomes()
    await in_database(game.refresh_from_db)
    assert game.status == "aborted"
    await in_database(log_ends)
    ends = FairLogEntry.objects.filter(code=game.code, is_end=True)
    assert await in_database(lambda: [end.kind for end in ends]) == ["aborted"]
    loaded = await in_database(lambda: load_room(room.code))
    assert loaded is not None
    assert loaded.game_id is None
    await in_database(lambda: starting.start(room.pk, alice.pk))
    await in_database(room.refresh_from_db)
    again = await in_database(lambda: current_game(room))
    assert again.number == game.number + 1
    assert await in_database(lambda: problems_of(again)) == []


@pytest.mark.logs_errors("games.tables.live.jobs")
async def test_it_ends_a_game_that_lacks_only_its_end(
    hubs: Hubs, clock: FakeClock, room: Room
) -> None:
    # Play all rounds, and take the last reveal and the result away.
    game = await in_database(lambda: current_game(room))

    def play() -> None:
        for number in range(1, 13):
            for seat in (0, 1):
                box = load_game(game.pk).state.seats[seat].card.open_boxes[0].category
                act(game, seat, Roll(number, 0), now=clock.ms)
                act(game, seat, Score(number, 1, box), now=clock.ms)
            clock.ms += 5000
        last = GameEvent.objects.filter(game=game).order_by("-seq")[:2]
        GameEvent.objects.filter(pk__in=[each.pk for each in last]).delete()
        rechain(game)
        GameSnapshot.objects.filter(game=game).delete()
        Game.objects.filter(pk=game.pk).update(status="playing", finished_at=None, deadline=None)

    await in_database(play)
    clock.ms += LATE_MS
    assert await sweep_stuck_games() == 1
    await in_database(game.refresh_from_db)
    assert game.status == "finished"
    log = await in_database(lambda: read_events(game.pk))
    assert [each.event.type for each in log[-2:]] == ["round.revealed", "game.finished"]
    assert sum(isinstance(each.event, BoxScored) for each in log) == 24
    assert await in_database(lambda: problems_of(game)) == []
