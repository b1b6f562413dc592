"""Every commitment is in the public log before players see it, and ends there exactly once."""

import hashlib
import threading
from collections import Counter

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from games.core.engine import Resign
from games.core.engine.fair_log import EMPTY, ChainCheck, ChainEntry
from games.models import DiceSecret, FairLogEntry, Game, User
from games.record.fairness import public_log
from games.record.fairness.public_log import NewEntry, read_entries, read_head
from games.record.fairness.reserve import MAX_AGE_S, MAX_BLOCK, Reserve, commit_to
from games.record.fairness.secrets import secret_of
from games.record.log.verifying import problems_of
from games.record.reveals.public_log_ends import log_ends
from games.tables.rooms.loading import load_room
from tests.support.clock import FakeClock
from tests.support.desk import act, unchain
from tests.support.people import begun, open_room, playing
from tests.support.replays import open_replay

pytestmark = pytest.mark.django_db(transaction=True)


def log() -> list[ChainEntry]:
    """The whole log. It must be a chain."""
    check, entries = ChainCheck(), read_entries(1, 10_000)
    assert [problem for entry in entries for problem in check.add(entry)] == []
    assert len(entries) == FairLogEntry.objects.count()
    return entries


def kinds(code: str) -> list[str]:
    return [entry.kind for entry in log() if entry.game == code]


# Commitments


def test_it_has_the_commitment_of_a_room_as_the_room_shows_it(alice: User) -> None:
    assert read_head() == EMPTY
    room = open_room(alice)
    (entry,) = log()
    shown = load_room(room.code)
    assert shown is not None
    following = shown.view.next
    assert following.entry is not None
    assert (following.entry.index, following.entry.hash) == (1, entry.hash)
    assert (following.game, following.commitment) == (entry.game, entry.value)
    secret = secret_of(DiceSecret.objects.get(code=room.next_code))
    assert (entry.kind, entry.value) == ("commitment", hashlib.sha256(secret).hexdigest())
    assert read_head() == entry


def test_it_has_no_commitment_of_a_room_that_was_not_opened(alice: User) -> None:
    def fail() -> None:
        with transaction.atomic():
            open_room(alice)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert log() == []
    assert not DiceSecret.objects.exists()
    # The next one takes its place.
    open_room(alice)
    assert [entry.index for entry in log()] == [1]


@pytest.mark.parametrize("kind", ["commitment", "closed"])
def test_it_takes_no_second_entry_of_a_sort_for_a_game(transactional_db: None, kind: str) -> None:
    twice = [NewEntry(kind, "aaaa", "0" * 64)] * 2
    with pytest.raises(IntegrityError), transaction.atomic():
        public_log.append(twice)
    assert read_head() == EMPTY


def test_it_stays_one_chain_when_many_append_at_once(transactional_db: None) -> None:
    failures: list[Exception] = []

    def reserve() -> None:
        try:
            for _ in range(5):
                commit_to(2)
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=reserve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len({entry.game for entry in log()}) == 40


def test_a_replay_is_not_in_it(alice: User) -> None:
    room = playing(alice)
    assert room.game is not None
    act(room.game, 0, Resign())
    again = open_replay(alice, room.game, 0)
    assert again.game is not None
    assert kinds(again.game.code) == []
    # The game after the replay is a new one.
    again.refresh_from_db()
    assert kinds(again.next_code) == ["commitment"]


# Ends


def test_it_has_no_log_of_a_game_begun_before_logs_were_chained(alice: User) -> None:
    game = begun(open_room(alice), alice)
    unchain(game)
    act(game, 0, Resign())
    log_ends()
    assert kinds(game.code) == ["commitment", "reveal"]
    assert problems_of(Game.objects.get(pk=game.pk)) == []


def test_it_gets_each_end_once_from_many_workers(alice: User) -> None:
    for _ in range(6):
        act(begun(open_room(alice), alice), 0, Resign())
    done: list[int] = []

    def work() -> None:
        try:
            done.append(log_ends())
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 0, 6]
    assert Counter(entry.kind for entry in log()) == {"commitment": 12, "reveal": 6, "log": 6}


@pytest.mark.logs_errors("games.record.reveals.public_log_ends")
def test_it_reveals_the_kept_secret_of_a_game_whose_log_reveals_none(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = (begun(open_room(alice), alice) for _ in range(2))
    act(whole, 0, Resign())
    Game.objects.filter(pk=broken.pk).update(status="finished")
    assert log_ends() == 2
    assert kinds(broken.code) == ["commitment", "reveal", "log"]
    assert kinds(whole.code) == ["commitment", "reveal", "log"]
    assert "reveals no secret" in caplog.text


# The reserve


@pytest.fixture
def reserve(transactional_db: None) -> Reserve:
    """A reserve without its thread: the test fills it."""
    made = Reserve()
    made.start()
    made._ask_for_more = lambda: None  # type: ignore[method-assign]
    return made


def test_it_hands_out_each_game_once_in_order(reserve: Reserve) -> None:
    assert reserve.take() is None
    reserve.fill()
    reserve.fill()
    taken = [reserve.take() for _ in range(3)]
    assert [each and each.code for each in taken] == [entry.game for entry in log()]
    assert [each and (each.commitment, each.entry.hash) for each in taken] == [
        (entry.value, entry.hash) for entry in log()
    ]
    assert reserve.take() is None


def test_it_reserves_more_while_games_start_quickly_and_less_again(
    reserve: Reserve, clock: FakeClock
) -> None:
    sizes = []
    for seconds in [0, *[5] * 8, *[61] * 8]:
        clock.advance(seconds)
        before = FairLogEntry.objects.count()
        reserve.fill()
        sizes.append(FairLogEntry.objects.count() - before)
    assert sizes == [1, 2, 4, 8, 16, 32, 64, 64, 64, 32, 16, 8, 4, 2, 1, 1, 1]
    assert max(sizes) == MAX_BLOCK


def test_it_hands_out_nothing_that_grew_old_while_the_machine_slept(
    reserve: Reserve, clock: FakeClock
) -> None:
    reserve.fill()
    # The monotonic clock stands still meanwhile.
    clock.set(clock.ms + round(MAX_AGE_S + 1) * 1000)
    assert reserve.take() is None


def test_it_closes_what_is_left_at_the_end(reserve: Reserve) -> None:
    reserve.fill()
    reserve.fill()
    taken = reserve.take()
    reserve.close()
    assert taken is not None
    assert kinds(taken.code) == ["commitment"]
    assert Counter(entry.kind for entry in log()) == {"commitment": 3, "closed": 2}
    assert reserve.take() is None


def test_it_leaves_to_the_worker_what_it_cannot_close(
    reserve: Reserve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reserve.fill()

    def fail(_: object) -> int:
        raise OperationalError("gone")

    monkeypatch.setattr(public_log, "close", fail)
    reserve.close()
    assert "1 commitments are left to a worker: gone" in caplog.text
    assert Counter(entry.kind for entry in log()) == {"commitment": 1}


def test_its_thread_fills_it_when_games_are_taken(transactional_db: None) -> None:
    running = Reserve()
    running.start()
    try:
        assert running.take() is None
        for _ in range(1000):
            if running.take() is not None:
                break
            threading.Event().wait(0.01)
        else:
            pytest.fail("nothing was reserved")
    finally:
        running.close()
    found = Counter(entry.kind for entry in log())
    assert found["commitment"] == found["closed"] + 1


def test_it_appends_only_in_a_transaction(transactional_db: None) -> None:
    with pytest.raises(transaction.TransactionManagementError):
        public_log.append([NewEntry("commitment", "aaaa", "0" * 64)])
