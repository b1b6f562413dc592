"""The threads that read and change rooms, and their connections to the database."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.signals import connection_created

from games.core.protocol.errors import ErrorCode, Refused
from games.models import User
from games.platform.database import threads
from games.platform.database.threads import in_database

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    """One thread; its connection is closed at the end."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        yield pool
        pool.submit(connections.close_all).result()


@pytest.fixture
def busy_thread(thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> ThreadPoolExecutor:
    """The only thread for rooms: it keeps its connection."""
    monkeypatch.setattr(threads, "THREADS", thread)
    return thread


@pytest.fixture
def opened() -> Iterator[list[object]]:
    """Return a list that gets an entry for each connection opened from now on."""
    taken: list[object] = []

    def note(**told: object) -> None:
        taken.append(told["connection"])

    connection_created.connect(note)
    yield taken
    connection_created.disconnect(note)


@pytest.mark.parametrize("who", ["thread", "busy_thread"])
async def test_a_connection_that_has_just_served_serves_again(
    who: str,
    request: pytest.FixtureRequest,
    opened: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "KEPT_S", 60.0)
    thread = request.getfixturevalue(who)
    for _ in range(5):
        await in_database(User.objects.count, thread)
    # A thread that seldom works gives its connection back to a pool.
    is_kept = who == "busy_thread" or "pool" not in connection.settings_dict["OPTIONS"]
    assert len(opened) == (1 if is_kept else 5)


async def test_a_connection_serves_again_after_work_that_was_refused(
    busy_thread: ThreadPoolExecutor, opened: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "KEPT_S", 60.0)

    def refuse() -> None:
        with transaction.atomic():
            User.objects.count()
            raise Refused(ErrorCode.SEAT_TAKEN, "That seat is taken.")

    for _ in range(5):
        with pytest.raises(Refused):
            await in_database(refuse, busy_thread)
    assert len(opened) == 1


async def test_a_connection_that_has_waited_for_long_is_checked_first(
    busy_thread: ThreadPoolExecutor, opened: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_database(User.objects.count, busy_thread)
    monkeypatch.setattr(threads, "KEPT_S", -1.0)
    await in_database(User.objects.count, busy_thread)
    assert len(opened) == 2


async def test_a_connection_that_has_failed_does_not_serve_again(
    busy_thread: ThreadPoolExecutor, opened: list[object]
) -> None:
    def lose() -> None:
        User.objects.count()
        raise OperationalError("the server closed the connection unexpectedly")

    with pytest.raises(OperationalError):
        await in_database(lose, busy_thread)
    await in_database(User.objects.count, busy_thread)
    assert len(opened) == 2
