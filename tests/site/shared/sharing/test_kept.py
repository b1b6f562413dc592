"""Pictures that are kept in memory."""

import threading

import pytest

from games.site.shared.sharing import picture_cache
from games.site.shared.sharing.contents import Content, Site
from games.site.shared.sharing.picture_cache import Pictures


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The headlines of what was drawn; each picture has 100 bytes."""
    found: list[str] = []

    def picture_of(content: Content) -> bytes:
        found.append(content.headline)
        return content.headline.encode().ljust(100)

    monkeypatch.setattr(picture_cache, "picture_of", picture_of)
    return found


def test_it_draws_each_picture_once(drawn: list[str]) -> None:
    pictures = Pictures()
    one, other = Site("", "one"), Site("", "other")
    assert pictures.find(one.digest) is None
    assert [pictures.draw(content)[:3] for content in (one, other, one)] == [b"one", b"oth", b"one"]
    assert pictures.find(one.digest) == b"one".ljust(100)
    assert drawn == ["one", "other"]


def test_it_forgets_those_that_nobody_has_asked_for_the_longest_time(drawn: list[str]) -> None:
    pictures = Pictures(most=300)
    contents = [Site("", str(number)) for number in range(4)]
    for content in contents[:3]:
        pictures.draw(content)
    pictures.find(contents[0].digest)
    pictures.draw(contents[3])
    held = [pictures.find(content.digest) is not None for content in contents]
    assert held == [True, False, True, True]
    assert pictures.size == 300


def test_it_draws_one_at_a_time_and_none_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most, count = 0, 0, 0
    both = threading.Barrier(4)

    def picture_of(content: Content) -> bytes:
        nonlocal at_work, most, count
        at_work += 1
        most, count = max(most, at_work), count + 1
        threading.Event().wait(0.02)
        at_work -= 1
        return b"picture"

    monkeypatch.setattr(picture_cache, "picture_of", picture_of)
    pictures = Pictures()

    def ask(headline: str) -> None:
        both.wait()
        pictures.draw(Site("", headline))

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("one", "one", "two", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (most, count) == (1, 2)
