"""Who won a game and why, in a few sentences. Without an analysis the scores alone tell it.

Also the luck and the choices of each seat, as bars.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.core.engine import GameState, sheet, view
from games.core.engine.events import BoxScored
from games.platform.language import interpolate
from games.record.log.models import Game
from games.site.study.analysis.finished_game import GameRecord
from games.site.study.analysis.game_analysis import current_analyses, is_analysed
from games.site.study.analysis.rounds import box_name

LEAST_SCALE = 10
"""A full bar stands for this many points, at least."""
HALF = 50
"""The width of a full bar."""
CLOSE_TO_BONUS = 3
"""With at most this many points too few, a card has just missed the bonus; at the table, too."""
MAX_BEST = 3
"""How many equally good turns are named, and at the table how many equally good boxes."""


class Figures(NamedTuple):
    """Of a seat: points won by luck, points lost by choices, and what perfect play without
    foresight scores with its dice.
    """

    seat: int
    luck: float
    loss: float
    perfect: int


class LuckBar(NamedTuple):
    """Points as text with a sign, and as a bar from the middle: where it begins, and its width."""

    words: str
    start: int
    width: int

    @property
    def is_less(self) -> bool:
        return self.start < 0


class LuckRow(NamedTuple):
    """Luck and choices of a seat's player; None until the game is analysed."""

    name: str
    luck: LuckBar | None
    choices: LuckBar | None


def seat_figures(game: Game) -> list[Figures]:
    """Return the figures of each seat; none until the game is analysed, or if it cannot be."""
    if game.status != Game.Status.FINISHED or not is_analysed(game):
        return []
    found = current_analyses().filter(game=game).order_by("seat")
    rows = found.values_list("seat", "data__luck", "data__loss", "data__perfect")
    return [Figures(*row) for row in rows]


def luck_rows(figures: Sequence[Figures], names: Sequence[str]) -> list[LuckRow]:
    """Return a row for each seat, in seat order. `names`: of all players."""
    if not figures:
        return [LuckRow(name, None, None) for name in names]
    most = max(LEAST_SCALE, *(max(abs(each.luck), each.loss) for each in figures))
    return [
        LuckRow(names[each.seat], _bar(each.luck, most), _bar(-each.loss, most)) for each in figures
    ]


def _bar(points: float, most: float) -> LuckBar:
    width = round(HALF * abs(points) / most)
    shown = number_format(round(abs(points), 1), 1)
    sign = "\N{MINUS SIGN}" if points < 0 else "+"
    return LuckBar(f"{sign}{shown}", -width if points < 0 else 0, width)


class Story(NamedTuple):
    """`why`: how the result came about. `moments`: what was remarkable on the cards."""

    why: str
    moments: str


def story(record: GameRecord, steps: Sequence[dict[str, int]], figures: Sequence[Figures]) -> Story:
    """Return the story of a finished game; empty for other games. `steps`: its filled boxes (see
    `games.site.archive.history.page.steps`). `figures`: see `seat_figures`.
    """
    state = record.state
    if state.status != "finished":
        return Story("", "")
    why = [
        interpolate(gettext("%(name)s resigned"), {"name": seat.name}) + "."
        for seat in state.seats
        if seat.out
    ]
    stayed = [number for number, seat in enumerate(state.seats) if not seat.out]
    if figures:
        why += _luck_and_choices(record, [figures[number] for number in stayed])
    else:
        why += _lead(record, stayed, _totals_by_round(record, steps))
    return Story(" ".join(why), " ".join([*_near_bonus(record), *_best_turns(record)]))


def _luck_and_choices(record: GameRecord, figures: Sequence[Figures]) -> list[str]:
    """Return whom the dice favoured over the next one, and who chose better. Nothing if alone."""
    if len(figures) < 2:
        return []
    names = [seat.name for seat in record.state.seats]
    lucky = sorted(figures, key=lambda each: -each.luck)
    wise = sorted(figures, key=lambda each: each.loss)
    more, better = round(lucky[0].luck - lucky[1].luck), round(wise[1].loss - wise[0].loss)
    found = []
    if more:
        words = gettext("The dice favoured %(name)s by %(points)s.")
        found.append(interpolate(words, {"name": names[lucky[0].seat], "points": more}))
    if better:
        words = gettext("%(name)s chose better by %(points)s.")
        found.append(interpolate(words, {"name": names[wise[0].seat], "points": better}))
    return found


def _lead(record: GameRecord, stayed: Sequence[int], totals: Sequence[Sequence[int]]) -> list[str]:
    winners = [number for number in stayed if record.state.seats[number].place == 1]
    if len(winners) != 1 or len(stayed) < 2:
        return []
    (winner,) = winners
    since = len(totals)
    for after in reversed(totals):
        if after[winner] <= max(after[each] for each in stayed if each != winner):
            break
        since -= 1
    if since == len(totals):
        return []
    values = {"name": record.state.seats[winner].name, "round": since + 1}
    if since == 0:
        return [interpolate(gettext("%(name)s led from start to finish."), values)]
    return [interpolate(gettext("%(name)s led from round %(round)s on."), values)]


def _totals_by_round(record: GameRecord, steps: Sequence[dict[str, int]]) -> list[list[int]]:
    scored = [each.event for each in record.log if isinstance(each.event, BoxScored)]
    now = [0] * len(record.state.seats)
    found: list[list[int]] = []
    for turn in range(1, max((event.turn for event in scored), default=0) + 1):
        for event, step in zip(scored, steps, strict=True):
            if event.turn == turn:
                now[step["seat"]] = step["total"]
        found.append(list(now))
    return found


def short_of_bonus(state: GameState) -> dict[int, int]:
    """Return how many points each seat's card lacks that has just missed the bonus. The browser
    finds the same at the table (static/js/table/result/card-story.js).
    """
    bonus = sheet(state.variant).upper_bonus
    if bonus is None:
        return {}
    found = {}
    for seat in view(state).seats:
        short = [bonus.at - column.upper for column in seat.card.columns if not column.upper_bonus]
        least = min(short, default=0)
        if not seat.out and 0 < least <= CLOSE_TO_BONUS:
            found[seat.seat] = least
    return found


def _near_bonus(record: GameRecord) -> list[str]:
    words = gettext("%(name)s missed the bonus by %(points)s.")
    return [
        interpolate(words, {"name": record.state.seats[seat].name, "points": points})
        for seat, points in short_of_bonus(record.state).items()
    ]


def _best_turns(record: GameRecord) -> list[str]:
    state = record.state
    scored = [each.event for each in record.log if isinstance(each.event, BoxScored)]
    worth = [(each.points + each.bonus) * state.variant.columns[each.column] for each in scored]
    most = max(worth, default=0)
    best = [event for event, points in zip(scored, worth, strict=True) if points == most > 0]
    if not 0 < len(best) <= MAX_BEST:
        return []
    turns = [
        interpolate(
            gettext("%(name)s, %(points)s in %(box)s"),
            {
                "name": state.seats[event.seat or 0].name,
                "points": most,
                "box": box_name(event, state.variant),
            },
        )
        for event in best
    ]
    words = ngettext("Best turn: %(turns)s.", "Best turns: %(turns)s.", len(turns))
    return [interpolate(words, {"turns": get_text_list(turns, gettext("and"))})]
