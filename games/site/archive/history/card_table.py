"""The scorecards of a finished game as a table. Each cell has a key, by which the page's script
finds it to show an earlier turn.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from games.core.engine import GameView, Sheet
from games.core.engine.game_view import ColumnView


class CardCell(NamedTuple):
    """A cell: its key ("box/0/1/fives": what, seat, column, category), text and seat.

    `first`: whether it is the first cell of its seat. `span`: how many columns it takes.
    """

    key: str
    text: str
    seat: int
    first: bool
    span: int = 1


class CardRow(NamedTuple):
    """A row: its kind ("box", "sum" or "total"), name, and die face (0 for none)."""

    kind: str
    name: str
    note: str
    face: int
    cells: tuple[CardCell, ...]


class CardTable(NamedTuple):
    """The table. `columns`: the multipliers of a seat's columns, empty if there is only one."""

    columns: tuple[int, ...]
    sections: tuple[tuple[CardRow, ...], ...]
    width: int


def card_table(view: GameView, sheet: Sheet) -> CardTable:
    """Return the table of all cards of a game, as they are in `view`."""
    columns = sheet.columns if len(sheet.columns) > 1 else ()
    upper, *others = (tuple(_boxes(view, sheet, index)) for index in range(len(sheet.sections)))
    first = (*upper, *_bonus(view, sheet))
    last = (*others[-1], *_sums(view, sheet))
    return CardTable(columns, (first, *others[:-1], last), len(view.seats) * len(sheet.columns))


def _boxes(view: GameView, sheet: Sheet, index: int) -> Iterator[CardRow]:
    section = sheet.sections[index]
    for number, category in enumerate(section.categories, start=1):
        face = number if section.id == "upper" else 0

        def text(column: ColumnView, id_: str = category.id) -> str:
            return str(column.boxes[id_]) if id_ in column.boxes else ""

        cells = _cells(view, "box", text, f"/{category.id}")
        yield CardRow("box", gettext(category.name), "", face, cells)


def _bonus(view: GameView, sheet: Sheet) -> Iterator[CardRow]:
    if sheet.upper_bonus is None:
        return
    at, points = sheet.upper_bonus.at, sheet.upper_bonus.points

    def text(column: ColumnView) -> str:
        return f"+{column.upper_bonus}" if column.upper_bonus else f"{column.upper}/{at}"

    note = gettext("%(points)s at %(at)s") % {"points": points, "at": at}
    yield CardRow("sum", gettext("Bonus"), note, 0, _cells(view, "bonus", text))


def _sums(view: GameView, sheet: Sheet) -> Iterator[CardRow]:
    if any(column.bonus for seat in view.seats for column in seat.card.columns):
        extra = _cells(view, "extra", lambda column: str(column.bonus or ""))
        yield CardRow("sum", gettext("Extra bonus"), "", 0, extra)
    if len(sheet.columns) > 1:
        totals = _cells(view, "column", lambda column: str(column.total))
        yield CardRow("sum", gettext("Column"), "", 0, totals)
    span = len(sheet.columns)
    cards = tuple(
        CardCell(f"total/{seat.seat}", str(seat.card.total), seat.seat, True, span)
        for seat in view.seats
    )
    yield CardRow("total", gettext("Total"), "", 0, cards)


def _cells(
    view: GameView, what: str, text: Callable[[ColumnView], str], end: str = ""
) -> tuple[CardCell, ...]:
    return tuple(
        CardCell(f"{what}/{seat.seat}/{number}{end}", text(column), seat.seat, number == 0)
        for seat in view.seats
        for number, column in enumerate(seat.card.columns)
    )
