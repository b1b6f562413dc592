"""How people played: analyses, puzzles from mistakes, and the foresight of honest play."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from math import isfinite
from typing import Any

from django.db.models import Sum

from games.models import Foresight, Puzzle, SeatAnalysis, SeatForesight
from tests.support.oracles.cards import NaiveCard
from tests.support.oracles.house_cards import HouseCard, naive_card
from tests.system.whole_games.dimensions import UNSOLVED
from tests.system.whole_games.judges.dice import reference
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played

NEAR = 1e-6
HONEST = 7.0
"""One honest player in ten million has as much evidence of foresight."""


# --- Analyses -----------------------------------------------------------------------------


def analysis(evidence: Evidence) -> Complaints:
    """Every seat of every finished game has an analysis of its own dice, whose sums add up."""
    rows: dict[tuple[int, int], SeatAnalysis] = {
        (row.game_id, row.seat): row for row in SeatAnalysis.objects.all()
    }
    for played in evidence.finished:
        if played.start["variant"] in UNSOLVED:
            continue
        throw = reference(evidence, played)
        for seat in range(len(played.start["seats"])):
            row = rows.pop((played.game.pk, seat), None)
            if row is None:
                yield f"{played.code}: seat {seat} was not analysed"
            else:
                for problem in chain(
                    _analysis_problems(row.data, played, seat),
                    _perfect_problems(row.data, partial(throw, seat)),
                ):
                    yield f"{played.code}, seat {seat}: {problem}"
    if rows:
        yield f"analyses of games without a result: {list(rows)}"


def _analysis_problems(data: dict[str, Any], played: Played, seat: int) -> Complaints:
    left = data["score"] + data["unplayed"]
    right = data["start"] + data["luck"] + data["correction"] - data["loss"] - data["other_loss"]
    if abs(left - right) > NEAR:
        yield f"score and unplayed are {left}, but start, luck and loss are {right}"
    if data["score"] != played.end.data["totals"][seat]:
        yield f"the score is {data['score']}"
    mine = [line for line in played.log if line.seat == seat]
    dice = [line.data["dice"] for line in mine if line.type == "dice.rolled"]
    if [roll["dice"] for roll in data["rolls"]] != dice:
        yield "it is about other dice"
    hints = sum(line.type == "hint.given" for line in mine)
    if data["hints"] != hints:
        yield f"{data['hints']} hints, not {hints}"
    for place in positions(played, seat):
        if place not in {shape(move["position"]) for move in data["moves"]}:
            yield f"there is no move at {place}"
            return


def _perfect_problems(data: dict[str, Any], throw: Callable[[int, int, int], int]) -> Complaints:
    """Perfect play, which is shown beside it, has the dice that would have fallen."""
    for number, turn in enumerate(data["perfect_turns"], 1):
        lying: list[int] = []
        for count, roll in enumerate(turn["rolls"], 1):
            fell = [
                lying[place] if place in roll["hold"] else throw(number, count, place)
                for place in range(5)
            ]
            if roll["dice"] != fell:
                yield f"perfect play has {roll['dice']} in turn {number}, but {fell} fell"
            lying = fell


# --- Positions ----------------------------------------------------------------------------

Shape = tuple[str, str, tuple[int, ...], int]
"""A position: the variant, its boxes as text, the dice in order, and the rolls that were made."""


def shape(text: str) -> Shape:
    """Return the position that a line of text describes (docs/rules.md)."""
    rules, boxes, _, dice, rolls = text.split(" ")
    return rules.split(":")[0], boxes, tuple(sorted(map(int, dice))), int(rolls)


def positions(played: Played, seat: int) -> Iterator[Shape]:
    """Yield the positions in which a seat chose, from the log alone."""
    start = played.start
    card = naive_card(start["variant"], start["switches"].get("joker", "none"))
    dice: tuple[int, ...] = ()
    rolls = 0
    for line in played.log:
        if line.seat != seat:
            continue
        if line.type in ("dice.rolled", "box.scored") and dice:
            yield start["variant"], _boxes(card), tuple(sorted(dice)), rolls
        if line.type == "dice.rolled":
            dice, rolls = tuple(line.data["dice"]), rolls + 1
        elif line.type == "box.scored":
            card.fill((line.data["column"], line.data["category"]), dice, rolls)
            dice, rolls = (), 0


def _boxes(card: NaiveCard | HouseCard) -> str:
    columns = [
        ",".join(str(card.boxes.get((column, name), "-")) for name in card.names)
        for column in card.columns
    ]
    return "/".join(columns)


# --- Puzzles ------------------------------------------------------------------------------


def puzzles(evidence: Evidence) -> Complaints:
    """Every puzzle from games is a position of one of them that anybody could watch."""
    shown: set[Shape] = set()
    for played in evidence.finished:
        watched = played.game.rated or (played.game.room is not None and played.game.room.public)
        if watched:
            for seat in range(len(played.start["seats"])):
                shown.update(positions(played, seat))
    found = Puzzle.objects.filter(source="games")
    if not found:
        yield "no puzzle was found"
    for puzzle in found:
        if shape(puzzle.position) not in shown:
            yield f"puzzle {puzzle.code} is in no public game: {puzzle.position}"
        if min(puzzle.losses) != 0 or max(puzzle.losses) <= 0:
            yield f"puzzle {puzzle.code} has no answer: {puzzle.losses}"


# --- Foresight ----------------------------------------------------------------------------


def foresight(evidence: Evidence) -> Complaints:
    """Everybody's play with shared dice is measured, and nobody seems to have known them."""
    expected = set()
    for played in evidence.played:
        seats = played.start["seats"]
        people = [seat for seat in seats if not seat.get("bot")]
        shared = "share" in played.start
        together = played.start.get("dice") == "same" and len(people) > 1
        if shared or (together and played.is_finished):
            expected |= {seat["player"] for seat in people}
    measured = set(SeatForesight.objects.values_list("player", flat=True))
    if not expected <= measured:
        yield f"not measured: {sorted(expected - measured)}"
    for row in Foresight.objects.all():
        mine = SeatForesight.objects.filter(player=row.player_id)
        sums = mine.aggregate(choices=Sum("choices"), surplus=Sum("surplus"))
        if row.choices != sums["choices"] or abs(row.surplus - sums["surplus"]) > NEAR:
            yield f"player {row.player_id} has {row.choices}, {row.surplus}, not {sums}"
        if not isfinite(row.peak) or row.peak > HONEST:
            yield f"player {row.player_id} seems to know dice: {row.peak}"


# --- Ways to break them -------------------------------------------------------------------


def _changed(number: int, **fields: Any) -> None:
    row = SeatAnalysis.objects.order_by("pk")[number]
    SeatAnalysis.objects.filter(pk=row.pk).update(data={**row.data, **fields})


def another_loss(_: Evidence) -> None:
    """Lose more than was lost."""
    row = SeatAnalysis.objects.order_by("pk")[0]
    _changed(0, loss=row.data["loss"] + 1)


def other_rolls(_: Evidence) -> None:
    """Analyse other dice."""
    row = SeatAnalysis.objects.order_by("pk")[0]
    _changed(0, rolls=row.data["rolls"][1:])


def other_perfect_dice(_: Evidence) -> None:
    """Give perfect play other dice."""
    row = SeatAnalysis.objects.order_by("pk")[0]
    _changed(0, perfect_turns=row.data["perfect_turns"][1:])


def no_analysis(_: Evidence) -> None:
    """Forget an analysis."""
    SeatAnalysis.objects.order_by("pk")[0].delete()


def another_puzzle(_: Evidence) -> None:
    """Ask for a position that nobody had."""
    puzzle = Puzzle.objects.filter(source="games").order_by("pk")[0]
    rules, boxes, bonus, _dice, rolls = puzzle.position.split(" ")
    boxes = boxes.replace("-", "0")
    puzzle.position = f"{rules} {boxes} {bonus} 11111 {rolls}"
    puzzle.save()


def no_answer(_: Evidence) -> None:
    """Give a puzzle no answer."""
    puzzle = Puzzle.objects.filter(source="games").order_by("pk")[0]
    puzzle.losses = [0 for _ in puzzle.losses]
    puzzle.save()


def not_measured(_: Evidence) -> None:
    """Leave somebody out."""
    row = SeatForesight.objects.order_by("pk")[0]
    SeatForesight.objects.filter(player=row.player_id).delete()


def suspected(_: Evidence) -> None:
    """Have somebody know coming dice."""
    Foresight.objects.filter(pk=Foresight.objects.order_by("pk")[0].pk).update(peak=20.0)
