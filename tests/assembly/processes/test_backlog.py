"""The gauges of what waits for the workers."""

from datetime import timedelta

from games.assembly.processes.lifecycle import all_jobs, measure
from games.models import Game, Notice, Room, Tournament, TournamentGame, User
from games.platform import metrics
from games.platform.clock import utc_now
from games.site.account.membership.mail import ask_for_reset
from games.site.events.daily.opening import open_dailies
from games.site.events.daily.settling import settle
from tests.site.events.tournaments.arena import arena
from tests.support.clock import FakeClock
from tests.support.people import current_game, playing


def backlog() -> dict[str, tuple[float, float]]:
    """Measure, and return the number and the age in seconds of what waits for each job."""
    measure()
    jobs = [job.name for job in all_jobs() if job.waiting]
    return {job: (metrics.BACKLOG.value(job), metrics.LAG.value(job)) for job in jobs}


def end(room_game: Game, status: Game.Status, ago: float) -> None:
    """Mark a game as over for so many seconds."""
    finished_at = utc_now() - timedelta(seconds=ago)
    Game.objects.filter(pk=room_game.pk).update(
        status=status, finished_at=finished_at, deadline=None, log_pending=True
    )


def test_it_is_empty_on_a_quiet_site(alice: User, bob: User, clock: FakeClock) -> None:
    playing(alice, bob)
    assert set(backlog().values()) == {(0, 0.0)}


def test_it_has_the_age_of_the_oldest(alice: User, bob: User, clock: FakeClock) -> None:
    for ago in (30.0, 90.0):
        end(current_game(playing(alice, bob)), Game.Status.FINISHED, ago)
    found = backlog()
    assert {job for job, (waiting, _) in found.items() if waiting} == {
        "results",
        "public_log",
        "dice",
        "analyses",
    }
    assert set(found.values()) == {(2, 90.0), (0, 0.0)}


def test_it_leaves_out_what_no_job_has_to_do(alice: User, bob: User, clock: FakeClock) -> None:
    end(current_game(playing(alice, bob)), Game.Status.ABORTED, 10.0)
    found = backlog()
    assert {job for job, (waiting, _) in found.items() if waiting} == {"public_log", "dice"}


def test_it_counts_turns_whose_time_is_up(alice: User, bob: User, clock: FakeClock) -> None:
    game = current_game(playing(alice, bob, clock=60))
    Game.objects.filter(pk=game.pk).update(deadline=utc_now() - timedelta(seconds=7))
    assert backlog()["deadlines"] == (1, 7.0)


def test_it_counts_mail_that_is_due(transactional_db: None, clock: FakeClock) -> None:
    ask_for_reset("alice@example.org")
    clock.advance(5)
    assert backlog()["mail"] == (1, 5.0)


def test_it_counts_messages_that_are_due(alice: User, clock: FakeClock) -> None:
    now = clock.utc_now()
    for number, due in enumerate((now, None)):
        Notice.objects.create(
            player=alice,
            kind=Notice.Kind.OVER,
            subject=str(number),
            target=0,
            facts="{}",
            created_at=now,
            expires_at=now + timedelta(days=1),
            next_try_at=due,
        )
    clock.advance(5)
    assert backlog()["mail"] == (1, 5.0)


def test_it_leaves_out_games_that_only_a_new_version_would_analyse(
    alice: User, bob: User, clock: FakeClock
) -> None:
    game = current_game(playing(alice, bob))
    end(game, Game.Status.FINISHED, 30.0)
    Game.objects.filter(pk=game.pk).update(analysed=1)
    assert backlog()["analyses"] == (0, 0.0)


def test_it_counts_dailies_that_are_not_revealed_half_an_hour_after_their_day(
    transactional_db: None, clock: FakeClock
) -> None:
    opened = open_dailies(clock.utc_now())
    midnight = clock.utc_now().replace(hour=0, minute=0, second=0, microsecond=0)
    half_past = midnight + timedelta(days=1, minutes=30)
    clock.advance((half_past - clock.utc_now()).total_seconds() - 1)
    assert backlog()["dailies"] == (0, 0.0)
    clock.advance(8)
    # Those of today and tomorrow were opened.
    assert backlog()["dailies"] == (opened / 2, 7.0)
    settle(clock.utc_now())
    assert backlog()["dailies"] == (0, 0.0)


def test_it_counts_tables_of_arenas_that_are_over(alice: User, bob: User, clock: FakeClock) -> None:
    room = playing(alice, bob)
    table = TournamentGame.objects.create(tournament=arena(), room=room, paired_at=utc_now())
    assert backlog()["tournament_tables"] == (0, 0.0)
    end(current_game(room), Game.Status.ABORTED, 40.0)
    assert backlog()["tournament_tables"] == (1, 40.0)
    TournamentGame.objects.filter(pk=table.pk).update(settled_at=utc_now())
    assert backlog()["tournament_tables"] == (0, 0.0)


def test_it_counts_tournaments_without_places_after_their_end(
    transactional_db: None, clock: FakeClock
) -> None:
    event = arena(begins_in=-60, lasts=50)
    arena(begins_in=-60, lasts=70)
    assert backlog()["tournaments"] == (1, 10.0)
    Tournament.objects.filter(pk=event.pk).update(finished_at=utc_now())
    assert backlog()["tournaments"] == (0, 0.0)


def test_it_leaves_out_turns_in_games_without_a_room(
    alice: User, bob: User, clock: FakeClock
) -> None:
    game = current_game(playing(alice, bob, clock=60))
    Room.objects.all().update(game=None)
    Game.objects.filter(pk=game.pk).update(deadline=utc_now() - timedelta(seconds=7), room=None)
    assert backlog()["deadlines"] == (0, 0.0)
