"""Who won a game and why, in a few sentences. Without an analysis the scores alone tell it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.core.engine import sheet, view
from games.core.engine.events import BoxScored
from games.platform.language import interpolate
from games.site.archive.history.luck import Figures
from games.site.archive.history.rounds import box_name
from games.site.study.analysis.finished_game import GameRecord

CLOSE_TO_BONUS = 3
"""With at most this many points too few, a card has just missed the bonus; at the table, too."""
MAX_BEST = 3
"""How many equally good turns are named, and at the table how many equally good boxes."""


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
    """Return since when the winner has led alone."""
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
    """Return the totals of all seats after each round."""
    scored = [each.event for each in record.log if isinstance(each.event, BoxScored)]
    now = [0] * len(record.state.seats)
    found: list[list[int]] = []
    for turn in range(1, max((event.turn for event in scored), default=0) + 1):
        for event, step in zip(scored, steps, strict=True):
            if event.turn == turn:
                now[step["seat"]] = step["total"]
        found.append(list(now))
    return found


def _near_bonus(record: GameRecord) -> list[str]:
    bonus = sheet(record.state.variant).upper_bonus
    if bonus is None:
        return []
    found = []
    for seat in view(record.state).seats:
        short = [bonus.at - column.upper for column in seat.card.columns if not column.upper_bonus]
        least = min(short, default=0)
        if not seat.out and 0 < least <= CLOSE_TO_BONUS:
            words = gettext("%(name)s missed the bonus by %(points)s.")
            found.append(interpolate(words, {"name": seat.name, "points": least}))
    return found


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
