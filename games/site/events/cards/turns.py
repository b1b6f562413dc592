"""Two games of a card side by side, turn by turn, and how much of the gap choices explain."""

import functools
from itertools import accumulate, zip_longest
from typing import NamedTuple

from django.core.cache import cache
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from games.site.events.cards.models import CardEntry
from games.site.events.cards.standings import Standing
from games.site.study.analysis.finished_game import UnreadableRecord, find_game, read_record
from games.site.study.analysis.rounds import PlayedTurn, rounds

KEPT_S = 3600


class ShownTurn(NamedTuple):
    """A turn. `rolls`: their dice as markup; `sum`: the points of all turns so far."""

    rolls: SafeString
    box: str
    points: int | None
    marks: list[str]
    sum: int


class TurnLine(NamedTuple):
    """A turn of both games; None where one has ended before."""

    number: int
    mine: ShownTurn | None
    theirs: ShownTurn | None


class Gap(NamedTuple):
    """How far two results are apart. `points`: mine minus theirs. `my_loss`, `their_loss`: what
    the choices gave up, None until both are analysed. `by_choices`: the part of `points` that they
    explain, and `rest` what the dice made of them.
    """

    points: int
    my_loss: float | None
    their_loss: float | None
    by_choices: float | None
    rest: float | None


class Beside(NamedTuple):
    """Somebody's game beside one's own. `gap`: None unless both have a result."""

    mine: Standing
    theirs: Standing
    lines: list[TurnLine]
    gap: Gap | None

    @property
    def behind(self) -> int:
        """How many points I am behind."""
        return 0 if self.gap is None else -self.gap.points


def read_beside(mine: Standing, theirs: Standing) -> Beside:
    """Return two games turn by turn. The caller has asked whether the viewer may see them."""
    pairs = zip_longest(_turns(mine.entry), _turns(theirs.entry))
    lines = [TurnLine(number, *pair) for number, pair in enumerate(pairs, start=1)]
    return Beside(mine, theirs, lines, _gap(mine, theirs))


def _turns(entry: CardEntry) -> list[ShownTurn]:
    """Return the turns of a game that is over, in the current language; none if its record is
    damaged.
    """
    # Everybody looks at the best game. It does not change any more.
    key = f"card-turns|{entry.game.code}|{get_language()}"
    turns: list[ShownTurn] | None = cache.get(key)
    if turns is None:
        turns = _read_turns(entry)
        cache.set(key, turns, KEPT_S)
    return turns


def _read_turns(entry: CardEntry) -> list[ShownTurn]:
    found = find_game(entry.game.code)
    if found is None:
        return []
    try:
        lines = rounds(read_record(found))
    except UnreadableRecord:
        return []
    turns = [turn for line in lines for turn in line.turns if turn is not None]
    sums = accumulate(turn.points or 0 for turn in turns)
    held = gettext("held")
    return [
        ShownTurn(_drawn(turn, held), turn.box, turn.points, turn.marks, points)
        for turn, points in zip(turns, sums, strict=True)
    ]


def _drawn(turn: PlayedTurn, held: str) -> SafeString:
    """Return the rolls of a turn as markup. A page has hundreds of dice: templates are too slow."""
    rolls = []
    for roll in turn.rolls:
        said = ", ".join(f"{die.face} {held}" if die.held else f"{die.face}" for die in roll.dice)
        dice = "".join(_die(die.face, die.held) for die in roll.dice)
        label = conditional_escape(said)
        rolls.append(f'<span class="roll-dice" role="img" aria-label="{label}">{dice}</span>')
    return mark_safe("".join(rolls))  # noqa: S308 - faces, and a word that is escaped


@functools.cache
def _die(face: int, is_held: bool) -> str:
    held = " held" if is_held else ""
    return f'<svg class="mini-die{held}" aria-hidden="true"><use href="#die-{face}"/></svg>'


def _gap(mine: Standing, theirs: Standing) -> Gap | None:
    if mine.total is None or theirs.total is None:
        return None
    points = mine.total - theirs.total
    my_loss, their_loss = mine.entry.loss, theirs.entry.loss
    if my_loss is None or their_loss is None:
        return Gap(points, None, None, None, None)
    by_choices = their_loss - my_loss
    return Gap(points, my_loss, their_loss, by_choices, points - by_choices)
