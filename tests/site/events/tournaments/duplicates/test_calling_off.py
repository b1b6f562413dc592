"""After an update to a release without duplicate events and replays: those that have not begun are
called off, and what runs is played to its end.
"""

import random
from typing import Any

import pytest
from django.test import Client
from msgspec import UNSET

from games.core.protocol.errors import Refused
from games.models import Tournament, TournamentSeries, User
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.fairness import secrets
from games.record.log.verifying import problems_of
from games.site.events.tournaments import joining, scheduling, standings
from games.site.events.tournaments.duplicates.calling_off import call_off_all, called_off
from games.site.events.tournaments.duplicates.ending import reveal_late, without_perfect
from games.site.events.tournaments.duplicates.jobs import call_off
from games.tables.live.registry import Hubs
from tests.fixtures import As
from tests.record.ratings.games import finished_game
from tests.site.events.tournaments.duplicates.event import (
    ROUNDS,
    begin,
    duplicate,
    entries_of,
    join,
    log_of,
    people,
    play_rounds,
    rooms_of,
    sweep,
)
from tests.site.events.tournaments.tab import look
from tests.site.events.tournaments.test_pages import FORM
from tests.support.clock import FakeClock
from tests.support.desk import play
from tests.support.people import registered
from tests.support.replays import open_replay


def series(**differing: Any) -> TournamentSeries:
    values = {"kind": "duplicate", "every": "day", "variant": "yahtzee", "seats": 16, **differing}
    return TournamentSeries.objects.create(**values)


async def played(clock: FakeClock, *players: User) -> Tournament:
    """An event that these players have played to its end."""
    event = await in_database(duplicate)
    await in_database(lambda: begin(event, clock, *players))
    await play_rounds(event, clock, ROUNDS)
    await in_database(event.refresh_from_db)
    assert event.finished_at is not None
    return event


async def test_an_update_calls_off_what_has_not_begun_and_lets_the_rest_end(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    players = await in_database(lambda: people(5))
    over = await played(clock, *players)
    before = await in_database(lambda: [(each.place, each.totals) for each in entries_of(over)])
    running = await in_database(duplicate)
    await in_database(lambda: begin(running, clock, *players))
    await play_rounds(running, clock, 2)
    coming = await in_database(lambda: duplicate(3600, series=series()))
    await in_database(lambda: join(coming, alice, bob))
    replay = await in_database(
        lambda: open_replay(charlie, finished_game(registered("Dora"), registered("Eve")), 0).game
    )
    assert replay is not None
    tab = await look(coming)

    assert [await call_off() for _ in range(3)] == [1, 0, 0]
    await in_database(coming.refresh_from_db)
    assert (coming.finished_at, coming.ends_at) == (utc_now(), utc_now())
    await tab.shows(finished=True)

    def check() -> None:
        assert {entry.state for entry in entries_of(coming)} == {"paused"}
        assert {entry.player for entry in entries_of(coming)} == {alice, bob}
        assert log_of(coming.share) == ["commitment", "closed"]
        assert not TournamentSeries.objects.filter(kind="duplicate", active=True).exists()
        assert [(each.place, each.totals) for each in entries_of(over)] == before
        play(replay, 99, random.Random(6))
        replay.refresh_from_db()
        assert (replay.status, replay.replay, problems_of(replay)) == ("finished", True, [])

    await in_database(check)
    await play_rounds(running, clock, ROUNDS - 2)
    await in_database(running.refresh_from_db)
    assert running.finished_at is not None
    assert all(entry.place for entry in await in_database(lambda: entries_of(running)))
    assert await in_database(lambda: log_of(running.share)) == ["commitment", "reveal", "log"]
    assert await in_database(lambda: list(called_off())) == [coming]
    # Another release's server may have opened one late: it is not begun either.
    late = await in_database(lambda: duplicate(-60))
    await in_database(lambda: join(late, alice, bob))
    assert await sweep(2) == 0
    assert await call_off() == 1
    assert await in_database(lambda: rooms_of(late)) == []
    assert await in_database(lambda: set(called_off())) == {coming, late}


def test_one_that_nobody_has_joined_disappears(db: None) -> None:
    event = duplicate()
    assert call_off_all() == 1
    assert not Tournament.objects.exists()
    assert log_of(event.share) == ["commitment", "closed"]


@pytest.mark.logs_errors("games.site.events.tournaments.duplicates")
def test_a_missing_key_holds_up_nothing(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [duplicate(), duplicate()]
    join(events[0], *people(2))

    def missing(row: object) -> bytes:
        raise secrets.UnreadableSecret("the key is missing")

    with monkeypatch.context() as patch:
        patch.setattr("games.record.reveals.shared_dice.secret_of", missing)
        assert call_off_all() == 2
        assert [log_of(event.share) for event in events] == [["commitment"]] * 2
        assert call_off_all() == 0
    assert reveal_late() == 2
    assert [log_of(event.share) for event in events] == [["commitment", "closed"]] * 2


def test_nobody_joins_one_and_its_page_shows_those_who_had(
    db: None, client: Client, alice: User, bob: User, charlie: User
) -> None:
    event = duplicate()
    join(event, alice, bob)
    with pytest.raises(Refused, match="has begun"):
        joining.join(event.pk, charlie.pk)
    assert call_off_all() == 1
    with pytest.raises(Refused, match="is over"):
        joining.join(event.pk, charlie.pk)
    page = client.get(f"/tournaments/{event.code}/").content.decode()
    assert "Alice" in page
    assert "Starts" not in page
    assert not without_perfect().exists()
    assert "Perfect play" not in page
    assert client.get(f"/api/v1/tournaments/{event.code}").json()["tournament"]["finished"]
    state = standings.read_state(event.pk)
    assert state is not None
    assert state.view.finished
    assert [row.total for row in state.view.rows] == [UNSET] * 2


def test_series_are_switched_off_and_schedule_nothing(db: None, alice: User, signed_in: As) -> None:
    old = series()
    scheduling.schedule_series(utc_now())
    assert not Tournament.objects.filter(kind="duplicate").exists()
    call_off_all()
    old.refresh_from_db()
    assert not old.active
    # Nor can staff switch them on again.
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    path = f"/admin/games/tournamentseries/{old.pk}/change/"
    assert signed_in(alice).get(path).status_code == 302
    assert "kind" not in signed_in(alice).get("/admin/games/tournamentseries/add/").content.decode()


def test_no_form_opens_one(db: None, signed_in: As) -> None:
    browser = signed_in(registered("Dora"))
    assert "duplicate" not in browser.get("/tournaments/new/").content.decode()
    assert browser.post("/tournaments/new/", {**FORM, "kind": "duplicate"}).status_code == 302
    assert Tournament.objects.get().kind == "arena"
