"""Things that many ask for at the same time."""

import asyncio
from collections.abc import Sequence

import pytest

from games.platform.database.batch_reads import BatchReader

# The threads that read also look after the connections of Django.
pytestmark = pytest.mark.django_db(transaction=True)


class Shelf:
    """Doubles numbers, and notes which were asked for together. 0 is broken, 7 does not exist."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.is_down = False

    def read(self, keys: Sequence[int]) -> dict[int, str | Exception]:
        self.batches.append(list(keys))
        if self.is_down:
            raise ConnectionError("down")
        found: dict[int, str | Exception] = {key: str(2 * key) for key in keys if key != 7}
        if 0 in found:
            found[0] = ValueError("broken")
        return found


async def test_it_reads_what_is_asked_for_together_at_once() -> None:
    shelf = Shelf()
    reader = BatchReader(shelf.read)
    assert await asyncio.gather(*(reader.get(key) for key in (1, 2, 7, 1))) == ["2", "4", None, "2"]
    assert shelf.batches == [[1, 2, 7]]
    assert await reader.get(3) == "6"
    assert shelf.batches == [[1, 2, 7], [3]]


async def test_it_never_reads_more_than_the_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.platform.database.batch_reads.MAX_BATCH", 2)
    shelf = Shelf()
    reader = BatchReader(shelf.read)
    assert await asyncio.gather(*map(reader.get, (1, 2, 3))) == ["2", "4", "6"]
    assert shelf.batches == [[1, 2], [3]]


async def test_it_tells_all_when_nothing_can_be_read_and_goes_on() -> None:
    shelf = Shelf()
    shelf.is_down = True
    reader = BatchReader(shelf.read)
    both = await asyncio.gather(reader.get(1), reader.get(2), return_exceptions=True)
    assert [type(each) for each in both] == [ConnectionError] * 2
    shelf.is_down = False
    assert await reader.get(1) == "2"


async def test_it_answers_the_others_when_one_has_left() -> None:
    reader = BatchReader(Shelf().read)
    leaving = asyncio.create_task(reader.get(1))
    staying = asyncio.create_task(reader.get(1))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == "2"


async def test_it_cancels_those_who_wait_when_it_is_closed() -> None:
    reader = BatchReader(Shelf().read)
    waiting = asyncio.create_task(reader.get(1))
    await asyncio.sleep(0)
    reader.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
