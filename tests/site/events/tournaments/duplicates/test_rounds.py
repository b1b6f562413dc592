"""The rounds of a duplicate event: one clock for all tables, standings after each, and its end."""

from collections.abc import Collection
from fractions import Fraction

import pytest
from msgspec import UNSET

from games.core.engine import GRACE_MS, SHOW_MS, Resign, next_common_round
from games.core.protocol.errors import Refused
from games.core.protocol.tournament_messages import DuplicateEvent
from games.models import FairLogEntry, Tournament, TournamentGame, TournamentSeat, User
from games.platform.clock import now_ms, utc_now
from games.platform.database.threads import in_database
from games.record.fairness.public_log import shared_secret
from games.record.fairness.secrets import UnreadableSecret
from games.record.log import ending as ending_of_games
from games.record.log.ending import abort_game
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.site.events.tournaments import finishing, standings
from games.site.events.tournaments.duplicates import ending, jobs, rounds
from games.site.study.analysis.game_analysis import analyse_game
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import Hubs, close_current_hubs, current_hubs
from tests.site.events.tournaments.duplicates.event import (
    ROUNDS,
    begin,
    begins_of,
    duplicate,
    entries_of,
    first_round,
    games_of,
    log_of,
    people,
    play_round,
    play_rounds,
    rooms_of,
    sweep,
    totals,
)
from tests.support.clock import FakeClock
from tests.support.damage import another_die
from tests.support.oracles import matchpoints as naive


@pytest.fixture
async def players(hubs: Hubs) -> list[User]:
    return await in_database(lambda: people(5))


@pytest.fixture
async def event(players: list[User], clock: FakeClock) -> Tournament:
    """An event of five at two tables, in its first round."""
    made = await in_database(duplicate)
    await in_database(lambda: begin(made, clock, *players))
    assert await sweep() == 0
    await in_database(lambda: first_round(made, clock))
    return made


def cards(event: Tournament) -> dict[int, int]:
    """What everybody has on their card, as the logs say."""
    seats = [seat for game in games_of(event) for seat in load_game(game.pk).state.seats]
    return {seat.player: seat.card.total for seat in seats}


def begun(event: Tournament) -> list[set[int]]:
    """When the present round begins, for each table."""
    states = [load_game(game.pk).state for game in games_of(event)]
    return [{seat.turn.started_at or 0 for seat in state.seats} for state in states]


async def fresh(event: Tournament) -> Tournament:
    await in_database(event.refresh_from_db)
    return event


async def play(event: Tournament, table: int, without: Collection[int] = ()) -> None:
    game = (await in_database(lambda: games_of(event)))[table]
    await in_database(lambda: play_round(game, table, without))


async def test_a_table_that_is_done_waits_for_the_others(
    event: Tournament, clock: FakeClock
) -> None:
    clock.advance(4)
    await play(event, 0)
    assert await sweep() == 0
    await fresh(event)
    planned = next_common_round(begins_of(event)[0], 30)
    assert (await in_database(lambda: begun(event)))[0] == {planned}
    assert all(each == [] for each in (await in_database(lambda: totals(event))).values())
    clock.advance(2)
    await play(event, 1)
    assert await sweep() == 2
    await fresh(event)
    soon = now_ms() + SHOW_MS + rounds.HEAR_WITHIN_MS
    assert begins_of(event)[1:] == [soon]
    assert await in_database(lambda: begun(event)) == [{soon}] * 2


async def test_it_ends_with_places_and_the_secret(
    event: Tournament, clock: FakeClock, players: list[User]
) -> None:
    await play_rounds(event, clock, ROUNDS - 1)
    assert await in_database(lambda: shared_secret(event.share)) is None
    await play_rounds(event, clock, 1)
    await sweep()
    await fresh(event)
    assert event.finished_at == event.ends_at == utc_now()
    entries = await in_database(lambda: entries_of(event))
    expected = await in_database(lambda: cards(event))
    final = [expected[each.player_id] for each in entries]
    assert [each.place for each in entries] == [1 + sum(o > t for o in final) for t in final]
    state = await in_database(lambda: standings.read_state(event.pk))
    assert state is not None
    for row in state.view.rows:
        assert row.total == expected[row.player]
    secret = await in_database(lambda: shared_secret(event.share))
    for game in await in_database(lambda: games_of(event)):
        assert await in_database(lambda: problems_of(game)) == []  # noqa: B023 - awaited here
        # It may be analysed now.
        assert (game.status, game.analysed) == ("finished", 0)
    assert secret is not None
    assert not await in_database(TournamentSeat.objects.filter(open=True).exists)
    assert await sweep() == 0


async def test_soon_after_its_end_everybody_is_compared_with_perfect_play(
    event: Tournament, clock: FakeClock
) -> None:
    assert await jobs.find_perfect() == 0
    await play_rounds(event, clock, ROUNDS)
    await sweep()
    before = await in_database(lambda: standings.read_state(event.pk))
    assert before is not None
    assert isinstance(before.view.duplicate, DuplicateEvent)
    assert before.view.duplicate.perfect is UNSET
    assert [await jobs.find_perfect() for _ in range(2)] == [1, 0]
    after = await in_database(lambda: standings.read_state(event.pk))
    assert after is not None
    assert after.seq > before.seq
    # The analysis of a table plays perfectly with the dice of its game.
    game = (await in_database(lambda: games_of(event)))[0]
    assert await in_database(lambda: analyse_game(game.pk))
    analysed = await in_database(lambda: game.analyses.get(seat=0))
    perfect = analysed.data["perfect"]
    assert isinstance(after.view.duplicate, DuplicateEvent)
    assert after.view.duplicate.perfect == perfect
    # The places do not move: they are those of the exact shares.
    shares = {row.player: Fraction(row.total or 0, perfect) for row in before.view.rows}
    for rows in (before.view.rows, after.view.rows):
        for row in rows:
            better = sum(share > shares[row.player] for share in shares.values())
            assert row.place == 1 + better


@pytest.mark.logs_errors("games.site.events.tournaments.duplicates.ending")
async def test_an_event_without_readable_dice_is_compared_with_nothing(
    event: Tournament, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    await play_rounds(event, clock, ROUNDS)
    await sweep()
    await in_database(FairLogEntry.objects.filter(code=event.share, is_end=True).delete)
    assert [await jobs.find_perfect() for _ in range(2)] == [1, 0]
    assert "no score of perfect play" in caplog.text
    state = await in_database(lambda: standings.read_state(event.pk))
    assert state is not None
    assert isinstance(state.view.duplicate, DuplicateEvent)
    assert state.view.duplicate.perfect is UNSET


@pytest.mark.logs_errors("games.record.log.damage")
async def test_a_damaged_game_has_no_result(event: Tournament, clock: FakeClock) -> None:
    await play_rounds(event, clock, ROUNDS - 1)
    await in_database(lambda: first_round(event, clock))
    for table in range(2):
        await play(event, table)
    damaged, sound = await in_database(lambda: games_of(event))
    await in_database(lambda: another_die(damaged))
    await sweep(2)
    assert (await fresh(event)).finished_at is not None
    entries = await in_database(lambda: entries_of(event))
    expected = await in_database(
        lambda: {card.player_id: card.total for card in sound.scorecards.all()}
    )
    field = [entry for entry in entries if entry.player_id in expected]
    final = [expected[entry.player_id] for entry in field]
    assert [entry.score for entry in field] == naive.matchpoints(final)
    assert [entry.place for entry in field] == [1 + sum(o > t for o in final) for t in final]
    others = [entry for entry in entries if entry not in field]
    assert len(others) == 3
    for entry in others:
        assert (entry.place, entry.score, entry.games, entry.totals) == (None, 0, 0, None)
    tables = await in_database(lambda: list(TournamentGame.objects.order_by("pk")))
    assert [table.outcome for table in tables] == ["void", "counted"]


async def test_who_leaves_does_not_hold_up_the_others(
    event: Tournament, clock: FakeClock, players: list[User]
) -> None:
    gone = players[0].pk
    for number in range(1, 5):
        await in_database(lambda: first_round(event, clock))
        began = now_ms()
        for table in range(2):
            await play(event, table, without=[gone])
        assert await sweep() == 0
        # Two rounds take their whole time; then the server plays the seat as soon as it may.
        clock.advance(31 if number < 3 else 1.5)
        await sweep_deadlines()
        assert await sweep() == 2
        assert now_ms() - began < 32_000
    entries = {each.player_id: each for each in await in_database(lambda: entries_of(event))}
    assert [entry.player_id for entry in entries.values() if entry.left] == [gone]
    assert len(entries[gone].totals or []) == 4


async def test_a_table_without_a_server_holds_nobody_up_beyond_the_deadline(
    event: Tournament, clock: FakeClock
) -> None:
    await play(event, 0)
    clock.advance(30 + GRACE_MS / 1000)
    assert await sweep() == 0
    clock.advance(rounds.FILL_WITHIN_MS / 1000)
    # The standings have the round of one table; the next round begins as planned.
    assert await sweep() == 1
    await fresh(event)
    assert begins_of(event)[1] == next_common_round(begins_of(event)[0], 30)
    known = (await in_database(lambda: totals(event))).values()
    assert sorted(len(each or []) for each in known) == [0, 0, 1, 1, 1]
    # When it is back, its boxes are filled, and it plays the same round as the others.
    await sweep_deadlines()
    assert await sweep() == 1
    assert await in_database(lambda: begun(event)) == [{begins_of(event)[1]}] * 2


async def test_a_table_that_begins_a_round_late_is_not_taken_for_done(
    event: Tournament, clock: FakeClock
) -> None:
    # Its deadline is later than that of the others, as if it had ended the round.
    await play(event, 0)
    clock.advance(40)
    await sweep()
    await sweep_deadlines()
    # Before a worker tells it when the round has begun elsewhere, somebody has played.
    clock.advance(2)
    seats = (await in_database(lambda: rooms_of(event)))[1].seats
    (player, *_) = await in_database(lambda: list(seats.values_list("player", flat=True)))
    await play(event, 1, without=[player])
    assert await sweep() == 1
    await play(event, 0)
    await sweep()
    await fresh(event)
    assert len(begins_of(event)) == 2
    await play(event, 1)
    assert await sweep() == 2
    await fresh(event)
    assert len(begins_of(event)) == 3


@pytest.mark.logs_errors("games.site.events.tournaments.duplicates.jobs")
async def test_it_goes_on_after_a_restart_in_the_middle_of_the_end_of_a_round(
    event: Tournament, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in range(2):
        await play(event, table)
    told = jobs.tell

    async def tell_first(step: rounds.Step) -> bool:
        if step.room != first:
            raise RuntimeError("killed")
        return await told(step)

    first = (await in_database(lambda: rooms_of(event)))[0].code
    monkeypatch.setattr(jobs, "tell", tell_first)
    assert await sweep() == 1
    monkeypatch.undo()
    await close_current_hubs()
    current_hubs()
    clock.advance(0.25)
    assert await sweep() == 1
    await fresh(event)
    assert len(begins_of(event)) == 2
    assert await in_database(lambda: begun(event)) == [{begins_of(event)[1]}] * 2


async def test_nobody_resigns(event: Tournament, hubs: Hubs) -> None:
    room = (await in_database(lambda: rooms_of(event)))[0]
    hub = await hubs.enter(room.code)
    assert hub is not None
    assert hub.game is not None
    with pytest.raises(Refused, match="leave"):
        await hub.game.submit(0, Resign(), "")


async def test_a_table_whose_game_ends_early_keeps_its_last_results(
    event: Tournament, clock: FakeClock
) -> None:
    await play_rounds(event, clock, 2)
    before = await in_database(lambda: totals(event))
    game = (await in_database(lambda: games_of(event)))[1]
    await in_database(lambda: abort_game(game.pk, "closed"))
    for _ in range(2, ROUNDS):
        await in_database(lambda: first_round(event, clock))
        await play(event, 0)
        await sweep()
    await fresh(event)
    assert event.finished_at is not None
    after = await in_database(lambda: totals(event))
    seated = [seat.player for seat in (await in_database(lambda: load_game(game.pk))).state.seats]
    for player, found in after.items():
        assert found is not None
        assert len(found) == ROUNDS
        if player in seated:
            assert found == [*(before[player] or []), *[(before[player] or [])[-1]] * (ROUNDS - 2)]


async def test_a_box_of_a_round_that_was_not_played_to_its_end_does_not_count(
    event: Tournament, clock: FakeClock, players: list[User]
) -> None:
    await play_rounds(event, clock, 1)
    before = await in_database(lambda: totals(event))
    await in_database(lambda: first_round(event, clock))
    for table in range(2):
        game = (await in_database(lambda: games_of(event)))[table]
        seated = (await in_database(lambda: load_game(game.pk))).state.seats  # noqa: B023
        await play(event, table, without=[seated[0].player])
        await in_database(lambda: abort_game(game.pk, "closed"))  # noqa: B023
    await sweep()
    for player, found in (await in_database(lambda: totals(event))).items():
        assert found == (before[player] or []) * 2


async def test_staff_can_end_it(event: Tournament, clock: FakeClock) -> None:
    await play_rounds(event, clock, 2)
    await in_database(lambda: finishing.end_now(event, utc_now()))
    await sweep()
    await fresh(event)
    assert event.finished_at is not None
    games = await in_database(lambda: games_of(event))
    assert {game.status for game in games} == {"aborted"}
    entries = await in_database(lambda: entries_of(event))
    assert all(each.place and len(each.totals or []) == 2 for each in entries)
    assert await in_database(lambda: shared_secret(event.share)) is not None


@pytest.mark.logs_errors("games.record.log", "games.site.events.tournaments")
async def test_it_ends_without_a_game_that_cannot_be_ended(
    event: Tournament,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await play_rounds(event, clock, 2)
    stuck, _ = await in_database(lambda: games_of(event))

    def abort(game: int, reason: str) -> bool:
        if game == stuck.pk:
            raise UnreadableSecret("no key")
        return abort_game(game, reason)

    with monkeypatch.context() as patch:
        patch.setattr(ending_of_games, "abort_game", abort)
        await in_database(lambda: finishing.end_now(event, utc_now()))
        await sweep(3)
        games = await in_database(lambda: games_of(event))
        assert [game.status for game in games] == ["playing", "aborted"]
        # Tried once: the next time is some seconds later.
        assert caplog.text.count(f"game {stuck.pk} could not be aborted") == 1
        assert (await fresh(event)).finished_at is None
        clock.advance(ending.PATIENCE.total_seconds())
        await sweep()
    assert (await fresh(event)).finished_at is not None
    entries = await in_database(lambda: entries_of(event))
    assert all(each.place and each.state == "paused" for each in entries)
    assert await in_database(lambda: log_of(event.share)) == ["commitment"]
    assert await in_database(ending.reveal_late) == 0
    # Staff end it.
    await in_database(lambda: abort_game(stuck.pk, "closed"))
    assert await in_database(ending.reveal_late) == 1
    assert await in_database(lambda: log_of(event.share)) == ["commitment", "reveal", "log"]


async def test_staff_can_end_it_before_the_start(hubs: Hubs, clock: FakeClock) -> None:
    event = await in_database(duplicate)
    await in_database(lambda: finishing.end_now(event, utc_now()))
    assert not await in_database(Tournament.objects.exists)
    assert await in_database(lambda: log_of(event.share)) == ["commitment", "closed"]
