"""The long clocks of this release are read everywhere, and offered where the site says so."""

import pytest
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.core.engine import CLOCK_NAMES, CLOCKS, NEWER_CLOCKS, is_long
from games.core.protocol.errors import Refused
from games.models import SiteSettings, User
from games.platform.site_settings.current import KEPT, Chosen, forget, read
from games.site.shared.table_form.forms import clock_choices
from games.tables.rooms.game_settings import checked_settings, offered_clocks
from games.tables.rooms.opening import open_room
from tests.fixtures import As
from tests.support.people import begun

pytestmark = pytest.mark.django_db

NEWER = sorted(each for each in NEWER_CLOCKS if each is not None)


def test_they_are_days() -> None:
    assert [each / 86_400 for each in NEWER] == [2, 3, 7]
    assert all(is_long(each) for each in NEWER)
    assert CLOCK_NAMES.keys() == set(CLOCKS) > NEWER_CLOCKS


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("environment", [None, False, True])
def test_they_are_offered_where_the_site_says_so(
    settings: Settings, environment: bool | None, chosen: bool
) -> None:
    settings.LONG_CLOCKS = environment
    KEPT.chosen = Chosen(long_clocks=chosen)
    says = chosen if environment is None else environment
    expected = [each for each in CLOCKS if says or each not in NEWER_CLOCKS]
    assert offered_clocks() == expected
    assert len(clock_choices()) == len(expected)


@pytest.mark.parametrize("seconds", NEWER)
def test_a_table_with_one_is_opened_only_then_and_shown_always(
    alice: User, bob: User, signed_in: As, settings: Settings, seconds: int
) -> None:
    settings.LONG_CLOCKS = False
    with pytest.raises(ValueError, match="clock"):
        open_room(alice, "yacht", {}, 2, seconds, public=False)
    with pytest.raises(Refused):
        checked_settings("yacht", {}, seconds, False)
    settings.LONG_CLOCKS = True
    room = open_room(alice, "yacht", {}, 2, seconds, public=True)
    game = begun(room, alice, bob)
    settings.LONG_CLOCKS = False
    assert game.deadline is not None
    assert (game.deadline - game.created_at).total_seconds() == seconds + 1
    for path in (reverse("home"), reverse("room", args=[room.code])):
        assert signed_in(bob).get(path).status_code == 200


def test_a_new_site_offers_them_and_an_old_one_does_not() -> None:
    SiteSettings.objects.all().delete()
    forget()
    assert read().long_clocks
    SiteSettings.objects.create(pk=1, name="Harbour")
    assert read().long_clocks
    SiteSettings.objects.update(long_clocks=False)
    assert not read().long_clocks
