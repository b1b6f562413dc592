"""The page with the counts of all dice, and the counts as CSV."""

import csv
import io
import re
from collections import Counter

import pytest
from django.test import Client

from games.models import DiceCount
from games.record.audit.counting import count_dice
from tests.core.engine.golden_games import GOLDEN_GAMES
from tests.record.audit.games import stored
from tests.support.oracles.dice_counts import naive_counts
from tests.support.reading import text_of

pytestmark = pytest.mark.django_db
SOME = GOLDEN_GAMES[:6]


@pytest.fixture
def counted() -> None:
    """Six games, on two days."""
    for number, golden in enumerate(SOME):
        stored(golden, days=number % 2)
    assert count_dice() == 6


def all_counts() -> Counter[tuple[str, int, int]]:
    """The naive counts of the six games."""
    total: Counter[tuple[str, int, int]] = Counter()
    for golden in SOME:
        total += naive_counts(golden.lines)
    return total


@pytest.mark.usefixtures("counted")
def test_it_tells_how_often_each_face_was_thrown(outsider: Client) -> None:
    text = text_of(outsider, "/fair/dice/")
    for face in range(1, 7):
        thrown = sum(
            n for (kind, _, die), n in all_counts().items() if (kind, die) == ("place", face)
        )
        assert f'<td class="number">{thrown}</td>' in text
    dice = sum(n for (kind, _, _), n in all_counts().items() if kind == "place")
    assert f"{dice:,} dice in 6 games" in text
    assert '<time datetime="2026-02-01">1 Feb 2026</time>' in text


@pytest.mark.usefixtures("counted")
def test_it_tells_the_share_of_each_face(outsider: Client) -> None:
    rows = outsider.get("/fair/dice/").context["faces"]
    dice = sum(row.thrown for row in rows)
    for row in rows:
        share = row.thrown / dice
        assert float(row.share) == pytest.approx(100 * share, abs=0.005)


@pytest.mark.usefixtures("counted")
def test_it_tests_all_dice(outsider: Client) -> None:
    tests = outsider.get("/fair/dice/").context["tests"]
    counts = all_counts()
    places = {row for kind, row, _ in counts if kind == "place"}
    assert [test.result.freedom for test in tests] == [5, 5 * len(places), 30, 30]
    for test, kind in zip(tests[1:], ("place", "before", "left"), strict=True):
        statistic = 0.0
        for row in {row for table, row, _ in counts if table == kind}:
            thrown = [counts[kind, row, face] for face in range(1, 7)]
            even = sum(thrown) / 6
            statistic += sum((count - even) * (count - even) / even for count in thrown)
        assert test.result.statistic == pytest.approx(statistic)


@pytest.mark.usefixtures("counted")
def test_it_says_when_dice_are_unusual(outsider: Client) -> None:
    text = text_of(outsider, "/fair/dice/")
    assert "These dice look fair." in text
    assert re.search(r"Fair dice are at least this uneven \d+% of the time", text)
    loaded = {"6": {"place": {"0": [10, 10, 10, 10, 10, 100]}, "before": {}, "left": {}}}
    DiceCount.objects.filter(period="total").update(counts=loaded)
    text = text_of(outsider, "/fair/dice/")
    assert "These dice are unusually uneven." in text
    assert "Each face should come up about 25 times" in text
    assert "less than once in 1,000 times (test: Faces)" in text
    assert "&lt; 0.001" in text


@pytest.mark.usefixtures("counted")
def test_it_names_the_test_that_found_something(outsider: Client) -> None:
    loaded = {"6": {"place": {"0": [150] * 6}, "before": {}, "left": {"2": [100, *[10] * 5]}}}
    DiceCount.objects.filter(period="total").update(counts=loaded)
    assert "less than once in 1,000 times (test: Face to its left)" in text_of(
        outsider, "/fair/dice/"
    )


def test_it_waits_for_enough_dice(outsider: Client) -> None:
    assert "Nothing yet" in text_of(outsider, "/fair/dice/")
    few = {"6": {"place": {"0": [1, 0, 0, 0, 0, 0]}, "before": {}, "left": {}}}
    DiceCount.objects.create(period="total", games=1, counts=few)
    assert "There are too few dice for a test so far." in text_of(outsider, "/fair/dice/")


@pytest.mark.usefixtures("counted")
def test_it_is_downloaded_as_csv(outsider: Client) -> None:
    answer = outsider.get("/fair/dice.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    found: Counter[tuple[str, int, int]] = Counter()
    days = set()
    for line in csv.DictReader(io.StringIO(answer.content.decode())):
        days.add(line["day"])
        assert line["faces"] == "6"
        for face in range(1, 7):
            found[line["table"], int(line["row"]), face] += int(line[str(face)])
    assert +found == all_counts()
    assert days == {"2026-01-31", "2026-02-01"}
    again = outsider.get("/fair/dice.csv", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.usefixtures("counted")
def test_it_is_sent_again_only_after_more_games(outsider: Client) -> None:
    etag = outsider.get("/fair/dice/")["ETag"]
    assert outsider.get("/fair/dice/", headers={"If-None-Match": etag}).status_code == 304
    stored(GOLDEN_GAMES[6])
    count_dice()
    assert outsider.get("/fair/dice/", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.usefixtures("counted")
def test_its_sum_is_on_the_first_tab(outsider: Client) -> None:
    (table,) = re.findall(r"<table.*?</table>", text_of(outsider, "/fair/"))
    assert table in text_of(outsider, "/fair/dice/")
