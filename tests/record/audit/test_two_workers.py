"""Two workers count the same games at the same moment: each game is counted once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.models import DiceCount, Game
from games.record.audit import counting
from games.record.audit.counting import count_again, count_dice, totals, wrong_periods
from tests.core.engine.golden_games import GOLDEN_GAMES
from tests.record.audit.games import stored

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4
PATIENCE_S = 30


def count_together(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have all workers read the same games before any of them stores; return what each did."""
    barrier, store = Barrier(WORKERS, timeout=PATIENCE_S), counting._store

    def wait_and_store(*arguments: object) -> int:
        barrier.wait()
        return store(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(counting, "_store", wait_and_store)

    def work(_: int) -> int:
        try:
            return count_dice()
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return sorted(pool.map(work, range(WORKERS)))


def test_it_counts_each_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    games = GOLDEN_GAMES[:6]
    for number, golden in enumerate(games):
        stored(golden, days=number % 2)
    with monkeypatch.context() as patch:
        done = count_together(patch)
    assert done == [0, 0, 0, len(games)]
    assert totals().games == len(games)
    assert wrong_periods() == []
    assert DiceCount.objects.count() == 3


def test_it_counts_right_while_all_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # A worker that has read its games before the counts were forgotten stores them after it.
    for golden in GOLDEN_GAMES[:3]:
        stored(golden)
    count_dice()
    Game.objects.filter(code__startswith=GOLDEN_GAMES[0].start["code"][:8]).update(
        dice_counted=False
    )
    read = counting.tallies_of

    def slowly(games: list[counting.Ended]) -> object:
        found = read(games)
        count_again()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(counting, "tallies_of", slowly)
        count_dice()
    while count_dice():
        pass
    assert totals().games == 3
    assert wrong_periods() == []
