"""A card ends at its date, by its sender's word or when it is full. Who has begun has a day, and
then the dice are revealed.
"""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Card, CardEntry, DiceShare, Game, GameSnapshot, SeatAnalysis, User
from games.record.log.verifying import problems_of
from games.record.reveals.shared_dice import reveal_share
from games.site.events.cards import closing, entries
from games.site.events.cards.closing import end_card, settle, take_open_results
from games.site.events.cards.entries import NotOpen, Why, enter, last_moment
from games.site.events.cards.opening import SHOW_WITHIN, show_seed
from games.site.events.daily.opening import open_dailies
from tests.site.events.cards.playing import (
    DAY_S,
    HOUR_S,
    SALT,
    TEXT,
    begin,
    begin_a_turn,
    ends_in_log,
    entry,
    judged,
    open_card,
    played,
    sealed_card,
    settled,
)
from tests.site.events.daily.playing import play_out
from tests.support.clock import FakeClock
from tests.support.damage import another_die
from tests.support.people import person

pytestmark = pytest.mark.registered


def by_date(card: Card, clock: FakeClock) -> None:
    clock.advance((card.closes_at - clock.utc_now()).total_seconds())
    settle(clock.utc_now())


def by_word(card: Card, clock: FakeClock) -> None:
    end_card(card.pk, clock.utc_now())


def by_being_full(card: Card, clock: FakeClock) -> None:
    # The last place.
    begin(card, person("Last"), clock)
    play_out(entry(card, User.objects.get(name="Last")).game, clock)


ENDS = (by_date, by_word, by_being_full)


@pytest.fixture(params=ENDS, ids=lambda end: end.__name__)
def end(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> object:
    """Each way in which a card can end."""
    if request.param is by_being_full:
        monkeypatch.setattr(entries, "MAX_ENTRIES", 3)
    return request.param


def test_it_is_revealed_at_once_if_nobody_plays(
    end: object, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    totals = [played(card, player, clock) for player in (bob, charlie)]
    end(card, clock)  # type: ignore[operator]
    settled(card, clock)
    assert card.ended_at == card.revealed_at == clock.utc_now()
    assert [entry(card, player).total for player in (bob, charlie)] == totals
    assert ends_in_log(card) == {card.share: "reveal", card.base: "closed"}
    with pytest.raises(NotOpen):
        enter(card.pk, person("Late"), "b", clock.utc_now())


def test_who_has_begun_has_a_day_to_finish(
    end: object, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    running, left = begin(card, bob, clock), begin_a_turn(card, charlie, clock)
    end(card, clock)  # type: ignore[operator]
    settled(card, clock)
    assert card.ended_at is not None
    clock.advance(DAY_S - 1)
    total = play_out(running, clock)
    assert settled(card, clock).revealed_at is None
    clock.advance(1)
    assert settle(clock.utc_now()) == [left.room_id]
    settled(card, clock)
    left.refresh_from_db()
    assert (left.status, problems_of(left)) == ("aborted", [])
    assert (entry(card, bob).total, entry(card, charlie).total) == (total, None)
    assert card.revealed_at == clock.utc_now()
    assert ends_in_log(card) == {card.share: "reveal", card.base: "closed"}


def test_it_is_revealed_as_soon_as_the_last_one_has_finished(
    end: object, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    played(card, charlie, clock)
    running = begin(card, bob, clock)
    end(card, clock)  # type: ignore[operator]
    assert settled(card, clock).revealed_at is None
    clock.advance(HOUR_S)
    play_out(running, clock)
    assert settled(card, clock).revealed_at == clock.utc_now()


def test_nobody_can_begin_at_its_date_even_if_the_worker_is_away(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock, days=1)
    in_time, late = begin(card, bob, clock), begin(card, charlie, clock)
    closes_at = card.closes_at
    clock.advance(DAY_S)
    with pytest.raises(NotOpen, match=Why.ENDED):
        begin(card, person("Late"), clock)
    clock.advance(DAY_S)
    total = play_out(in_time, clock)
    clock.advance(1)
    play_out(late, clock)
    clock.advance(DAY_S)
    settled(card, clock)
    assert card.ended_at == closes_at
    assert (entry(card, bob).total, entry(card, charlie).total) == (total, None)
    assert card.revealed_at == clock.utc_now()


def test_its_sender_cannot_end_it_twice_nor_after_its_date(alice: User, clock: FakeClock) -> None:
    card, late = open_card(alice, clock), open_card(alice, clock, days=1)
    end_card(card.pk, clock.utc_now())
    ended_at = clock.utc_now()
    clock.advance(2 * DAY_S)
    end_card(card.pk, clock.utc_now())
    end_card(late.pk, clock.utc_now())
    for each in (card, late):
        each.refresh_from_db()
    assert card.ended_at == ended_at
    assert late.ended_at == late.closes_at


@pytest.mark.parametrize(
    "begins",
    [datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC)],
    ids=["summer time begins", "summer time ends"],
)
def test_a_day_has_24_hours_when_clocks_change(
    begins: datetime, alice: User, bob: User, clock: FakeClock, settings: object
) -> None:
    clock.set_at_least(round(begins.timestamp() * 1000))
    card = open_card(alice, clock, days=1)
    assert card.closes_at - card.created_at == timedelta(hours=24)
    running = begin(card, bob, clock)
    clock.advance(DAY_S)
    settled(card, clock)
    assert last_moment(card) - card.closes_at == timedelta(hours=24)
    clock.advance(DAY_S - 1)
    settled(card, clock)
    assert card.revealed_at is None
    clock.advance(1)
    settled(card, clock)
    running.refresh_from_db()
    assert running.status == "aborted"


def test_a_card_whose_seed_is_never_shown_is_closed_after_an_hour(
    alice: User, clock: FakeClock
) -> None:
    card = sealed_card(alice, clock)
    clock.advance(SHOW_WITHIN.total_seconds() - 1)
    assert settled(card, clock).ended_at is None
    clock.advance(1)
    settled(card, clock)
    assert card.ended_at == card.revealed_at == clock.utc_now()
    assert (card.share, card.judged) == (None, True)
    assert ends_in_log(card) == {card.base: "closed"}
    with pytest.raises(Exception, match="closed"):
        show_seed(card.pk, SALT, TEXT)


def test_a_card_that_nobody_played_is_closed(alice: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    end_card(card.pk, clock.utc_now())
    settled(card, clock)
    assert ends_in_log(card) == {card.share: "closed", card.base: "closed"}
    assert judged(card, clock).judged


def test_results_of_open_cards_are_stored(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    total = played(card, bob, clock)
    begin(card, alice, clock)
    assert take_open_results() == 1
    assert take_open_results() == 0
    assert (entry(card, bob).over, entry(card, bob).total) == (True, total)
    assert not entry(card, alice).over


@pytest.mark.logs_errors("games.record.log.ending")
def test_a_game_that_cannot_be_read_holds_up_no_other_card(
    alice: User, bob: User, clock: FakeClock
) -> None:
    broken, other = open_card(alice, clock), open_card(alice, clock)
    GameSnapshot.objects.create(game=begin(broken, bob, clock), state="{")
    begin(other, bob, clock)
    for card in (broken, other):
        end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    settle(clock.utc_now())
    assert settled(broken, clock).revealed_at is None
    assert settled(other, clock).revealed_at is not None
    GameSnapshot.objects.all().delete()
    assert settled(broken, clock).revealed_at is not None


def test_it_ends_games_in_steps_and_reveals_after_the_last(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    games = [begin(card, player, clock) for player in (bob, charlie)]
    end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    assert len(settle(clock.utc_now(), most=1)) == 1
    assert ends_in_log(card) == {}
    assert len(settle(clock.utc_now(), most=1)) == 1
    settled(card, clock)
    assert card.revealed_at is not None
    assert Game.objects.filter(pk__in=[game.pk for game in games], status="aborted").count() == 2


@pytest.mark.logs_errors("games.site.events.cards.closing")
@pytest.mark.parametrize("step", [1, 2])
def test_it_leaves_nothing_half_done_if_it_is_killed_between_steps(
    step: int, alice: User, bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = open_card(alice, clock)
    total = played(card, bob, clock)
    end_card(card.pk, clock.utc_now())
    steps = []

    def fail(code: str) -> bool:
        steps.append(code)
        if len(steps) == step:
            raise LookupError
        return reveal_share(code)

    with monkeypatch.context() as broken:
        broken.setattr(closing, "reveal_share", fail)
        settled(card, clock)
    assert card.revealed_at is None
    assert ends_in_log(card) == {}
    assert not DiceShare.objects.filter(closed=True).exists()
    assert settled(card, clock).revealed_at is not None
    assert entry(card, bob).total == total


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_has_no_result_of_a_damaged_game(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    damaged = begin(card, bob, clock)
    play_out(damaged, clock)
    total = played(card, charlie, clock)
    another_die(damaged)
    end_card(card.pk, clock.utc_now())
    settled(card, clock)
    assert (entry(card, bob).over, entry(card, bob).total) == (True, None)
    assert entry(card, charlie).total == total
    judged(card, clock)
    assert set(SeatAnalysis.objects.values_list("game", flat=True)) == {
        entry(card, charlie).game_id
    }


def test_many_results_cost_as_many_statements_as_few(
    alice: User, clock: FakeClock, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for players in (2, 12):
        card = open_card(alice, clock)
        for number in range(players):
            played(card, person(f"P{number}"), clock)
        end_card(card.pk, clock.utc_now())
        with django_assert_max_num_queries(100) as asked:
            settled(card, clock)
        assert card.revealed_at is not None
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_dailies_go_on_beside_it(alice: User, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    card = open_card(alice, clock)
    end_card(card.pk, clock.utc_now())
    assert settled(card, clock).revealed_at is not None
    assert DiceShare.objects.filter(closed=False).exists()
    assert not CardEntry.objects.exists()
