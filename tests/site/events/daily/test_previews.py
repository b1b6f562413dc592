"""The previews of dailies: before the reveal they are the same whatever anybody has played."""

import pytest
from django.test import Client

from games.models import User
from games.site.events.daily.settling import settle
from games.site.shared.sharing.picture_cache import PICTURES
from tests.site.events.daily.playing import DAY_S, begin, daily_of, entry, play_out
from tests.support.clock import FakeClock
from tests.support.people import person

pytestmark = pytest.mark.registered


@pytest.fixture(autouse=True)
def _fresh_pictures() -> None:
    PICTURES.clear()


def seen(path: str) -> tuple[int, bytes]:
    """Return what a stranger gets, drawn anew."""
    PICTURES.clear()
    answer = Client().get(path)
    return answer.status_code, answer.content


def head(path: str) -> str:
    """Return the tags of a page as a stranger gets them."""
    text = Client().get(path).content.decode()
    return "\n".join(line for line in text.splitlines() if "og:" in line or "twitter:" in line)


def test_they_are_the_same_whatever_anybody_has_scored(
    alice: User, bob: User, clock: FakeClock
) -> None:
    begin(alice, clock)
    day = daily_of(clock).day.isoformat()
    pictures = [f"/preview/en/daily/{day}.png", f"/preview/en/daily/{day}/yacht.png"]
    pages = ["/daily/", f"/daily/{day}/yacht/"]
    before = [seen(path) for path in pictures], [head(path) for path in pages]
    assert [status for status, _ in before[0]] == [200, 200]
    assert all("Can you beat it?" in each for each in before[1])
    high = play_out(begin(alice, clock), clock)
    low = play_out(begin(bob, clock), clock, best=False)
    assert high != low
    assert ([seen(path) for path in pictures], [head(path) for path in pages]) == before


def test_a_room_of_a_daily_does_not_tell_who_plays_or_how(alice: User, clock: FakeClock) -> None:
    rooms = [begin(player, clock).room for player in (alice, person("Gus"))]
    paths = [f"/preview/en/r/{room.code}.png" for room in rooms if room is not None]
    one, other = map(seen, paths)
    assert one == other
    game = begin(alice, clock)
    play_out(game, clock)
    assert seen(paths[0]) == one
    assert rooms[0] is not None
    assert "Alice" not in head(f"/r/{rooms[0].code}/")
    assert seen(f"/preview/en/g/{game.code}.png")[0] == 404


def test_they_show_the_best_after_the_reveal(alice: User, bob: User, clock: FakeClock) -> None:
    play_out(begin(alice, clock), clock)
    play_out(begin(bob, clock), clock, best=False)
    daily = daily_of(clock)
    path = f"/preview/en/daily/{daily.day.isoformat()}/yacht.png"
    secret = seen(path)
    address = head(f"/daily/{daily.day.isoformat()}/yacht/")
    clock.advance(DAY_S + 1800)
    settle(clock.utc_now())
    revealed = seen(path)
    assert revealed[0] == 200
    assert revealed != secret
    assert head(f"/daily/{daily.day.isoformat()}/yacht/") != address
    assert seen(f"/preview/en/g/{entry(alice).game.code}.png")[0] == 200
