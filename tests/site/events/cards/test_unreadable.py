"""Cards whose key of DICE_KEYS is lost are closed without their dice, and hold up no other card."""

from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from games.models import Card, User
from games.platform.encryption.keys import new_key
from games.record.log import damage
from games.site.events.cards import closing
from games.site.events.cards.closing import end_card, take_open_results
from games.site.events.cards.entries import NotOpen, Why
from games.site.events.cards.opening import show_seed
from tests.site.events.cards.playing import (
    DAY_S,
    SALT,
    TEXT,
    begin,
    ends_in_log,
    entry,
    open_card,
    played,
    sealed_card,
    settled,
)
from tests.site.events.daily.playing import play_out
from tests.support.clock import FakeClock

pytestmark = [
    pytest.mark.registered,
    pytest.mark.logs_errors("games.site.events.cards.closing", "games.record.log.damage"),
]

KEY, OTHER = new_key(), new_key()


@pytest.fixture(autouse=True)
def _one_key(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DICE_KEYS = [KEY]
    new_process(monkeypatch)


def new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process could not read with its keys."""
    monkeypatch.setattr(closing, "_unreadable", set())
    monkeypatch.setattr(damage, "_unreadable", set())


@pytest.fixture
def lost(settings: Settings, alice: User, bob: User, clock: FakeClock) -> Card:
    """A card that Alice has finished, and Bob has begun; its key is lost."""
    card = open_card(alice, clock)
    played(card, alice, clock)
    take_open_results()
    begin(card, bob, clock)
    settings.DICE_KEYS = [OTHER]
    return card


def test_nobody_can_begin_it(lost: Card, charlie: User, clock: FakeClock) -> None:
    with pytest.raises(NotOpen, match=Why.UNREADABLE):
        begin(lost, charlie, clock)


def test_it_is_closed_without_dice_a_day_after_its_end(
    lost: Card, alice: User, bob: User, clock: FakeClock
) -> None:
    end_card(lost.pk, clock.utc_now())
    clock.advance(DAY_S - 1)
    assert not settled(lost, clock).unreadable
    clock.advance(1)
    settled(lost, clock)
    assert (lost.unreadable, lost.revealed_at, lost.judged) == (True, None, True)
    assert ends_in_log(lost) == {}
    assert entry(lost, bob).game.status == "aborted"
    assert entry(lost, alice).total is not None
    assert (entry(lost, bob).over, entry(lost, bob).total) == (True, None)
    assert not closing.to_close(clock.utc_now()).exists()


def test_a_sealed_one_is_closed_too(settings: Settings, alice: User, clock: FakeClock) -> None:
    card = sealed_card(alice, clock)
    settings.DICE_KEYS = [OTHER]
    clock.advance(3600)
    assert not settled(card, clock).unreadable
    clock.advance(DAY_S)
    assert settled(card, clock).unreadable


def test_a_change_of_keys_takes_open_cards_along(
    settings: Settings, alice: User, bob: User, clock: FakeClock
) -> None:
    card, sealed = open_card(alice, clock), sealed_card(alice, clock)
    settings.DICE_KEYS = [OTHER, KEY]
    call_command("encrypt_secrets", stdout=StringIO())
    settings.DICE_KEYS = [OTHER]
    show_seed(sealed.pk, SALT, TEXT)
    for each in (card, sealed):
        played(each, bob, clock)
        end_card(each.pk, clock.utc_now())
        assert settled(each, clock).revealed_at is not None


def test_it_is_revealed_if_the_key_comes_back_within_the_day(
    lost: Card,
    bob: User,
    clock: FakeClock,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end_card(lost.pk, clock.utc_now())
    clock.advance(DAY_S / 2)
    assert settled(lost, clock).revealed_at is None
    settings.DICE_KEYS = [OTHER, KEY]
    new_process(monkeypatch)
    total = play_out(entry(lost, bob).game, clock)
    assert settled(lost, clock).revealed_at == clock.utc_now()
    assert entry(lost, bob).total == total


def test_it_holds_up_no_other_card(
    lost: Card, alice: User, charlie: User, clock: FakeClock, settings: Settings
) -> None:
    other = open_card(alice, clock)
    total = played(other, charlie, clock)
    for card in (lost, other):
        end_card(card.pk, clock.utc_now())
    assert take_open_results() == 1
    settled(other, clock)
    assert other.revealed_at is not None
    assert entry(other, charlie).total == total
    clock.advance(DAY_S)
    assert settled(lost, clock).unreadable


def test_games_that_were_finished_and_not_verified_have_no_result(
    settings: Settings, alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    played(card, bob, clock)
    settings.DICE_KEYS = [OTHER]
    assert take_open_results() == 0
    end_card(card.pk, clock.utc_now())
    clock.advance(DAY_S)
    assert settled(card, clock).unreadable
    assert (entry(card, bob).over, entry(card, bob).total) == (True, None)
