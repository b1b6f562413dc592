"""Prepared queries."""

import threading
from collections.abc import Sequence

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Room, Seat, User
from games.platform.database import prepared as preparing
from games.platform.database.prepared import Prepared, fetch

pytestmark = pytest.mark.django_db


@pytest.fixture
def rooms() -> list[Room]:
    alice = User.objects.create(username="alice", name="Alice")
    bob = User.objects.create(username="bob", name="Bob")
    made = [Room.objects.create(host=host, variant="yacht") for host in (alice, bob)]
    for room in made:
        Seat.objects.create(room=room, number=1)
        Seat.objects.create(room=room, number=0, player=room.host)
    return made


def seats(room: int) -> "Prepared[Seat]":
    return Prepared(lambda room: Seat.objects.select_related("player").filter(room=room), room)


def test_it_asks_once_for_rows_and_what_they_refer_to(
    rooms: list[Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Sequence[object]]] = []

    def counted(queries: Sequence[tuple[str, Sequence[object]]]) -> list[list[Sequence[object]]]:
        asked.extend(queries)
        return fetch(queries)

    monkeypatch.setattr(preparing, "fetch", counted)
    with CaptureQueriesContext(connection) as queries:
        assert seats(-1)(rooms[0].pk)[0].player == rooms[0].host
    assert len(asked) == 1
    # PostgreSQL is asked past Django, SQLite through it.
    assert len(queries) <= 1


def test_several_are_asked_together_and_answered_each_in_its_place(rooms: list[Room]) -> None:
    here = Prepared(lambda code: Room.objects.filter(code=code), "")
    there = seats(-1)
    found, nobody, sat = fetch(
        [(here.sql, [rooms[1].code]), (here.sql, ["nowhere"]), (there.sql, [rooms[0].pk])]
    )
    assert here.models(found) == [rooms[1]]
    assert nobody == []
    assert [seat.player for seat in there.models(sat)] == [rooms[0].host, None]


def test_a_question_that_fails_is_one_of_djangos_errors(rooms: list[Room]) -> None:
    here = Prepared(lambda code: Room.objects.filter(code=code), "")
    wrong = "SELECT 1 FROM a_table_that_is_not"
    with pytest.raises(DatabaseError), transaction.atomic():
        fetch([(here.sql, [rooms[0].code]), (wrong, [])])
    assert here(rooms[0].code) == [rooms[0]]


def test_it_converts_values_as_the_query_does(rooms: list[Room]) -> None:
    Room.objects.update(switches={"joker": "free"})
    prepared = Prepared(lambda code: Room.objects.filter(code=code), "")
    room = prepared.first(rooms[1].code)
    assert room is not None
    assert room.switches == {"joker": "free"}
    assert room.created_at == rooms[1].created_at


def test_it_refuses_a_query_with_other_parameters() -> None:
    prepared = Prepared(lambda code: Room.objects.filter(code=code, rev__gt=3), "")
    with pytest.raises(ValueError, match="only parameters"):
        prepared("")


@pytest.mark.django_db(transaction=True)
def test_it_serves_threads_apart(rooms: list[Room]) -> None:
    prepared = seats(-1)
    found: dict[int, list[Seat]] = {}

    def read(room: Room) -> None:
        try:
            for _ in range(20):
                found[room.pk] = prepared(room.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=read, args=(room,)) for room in rooms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for room in rooms:
        assert found[room.pk] == list(Seat.objects.filter(room=room))
