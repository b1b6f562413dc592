"""The preview of a finished game: its result."""

from functools import partial

from django.urls import re_path
from django.utils.translation import gettext, ngettext

from games.core.engine import sheet, view
from games.people.accounts.names import DELETED_NAME
from games.platform.language import interpolate
from games.record.ratings.pools import game_name
from games.site.archive.history.card_table import card_table
from games.site.archive.history.final_standings import (
    FinalStanding,
    headline,
    page_title,
    standings,
)
from games.site.shared.pages.url_converters import CODE
from games.site.shared.sharing.contents import (
    FinishedGame,
    Person,
    PictureRow,
    SmallCard,
    shown_name,
)
from games.site.shared.sharing.head import DOT, MAX_ROWS, PICTURE, Found, Kind, Preview, preview
from games.site.shared.sharing.letters import is_drawable
from games.site.study.analysis.finished_game import GameRecord, find_game, read_record


def of_game(record: GameRecord) -> Preview | None:
    """Return the preview of a finished game, which shows its result; None as long as strangers may
    not see that.
    """
    if not record.found.is_over or record.found.is_open:
        return None
    found, title = record.found, page_title(record)
    alt = interpolate(gettext("Final scores: %(totals)s"), {"totals": title})
    version = found.fingerprint[:8]
    return preview("game", found.game.code, version=version, alt=alt, title=title)


def read_result(code: str) -> Found | None:
    """Return the result of a finished game that is not open or damaged. Makes three queries, and
    one more for a group of games that share their dice.
    """
    found = find_game(code)
    if found is None or found.is_open or not found.is_over or found.game.is_damaged:
        return None
    record = read_record(found, gettext(DELETED_NAME))
    placed = standings(record)
    shown = placed if len(placed) <= MAX_ROWS else placed[: MAX_ROWS - 1]
    rest = len(placed) - len(shown)
    name = game_name(record.state.variant.id, record.state.dice)
    result = FinishedGame(
        f"{name}{DOT}{gettext('rated')}" if found.game.rated else name,
        _headline(record),
        tuple(map(_result_row, shown)),
        _more(rest),
        _small_card(record, placed[0]) if placed and placed[0].place == 1 else None,
    )
    return Found(result, found.is_settled)


def _headline(record: GameRecord) -> str:
    words = headline(record)
    return words if is_drawable(words) else gettext("Final scores")


def _more(rest: int) -> str:
    if not rest:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}


def _result_row(each: FinalStanding) -> PictureRow:
    avatar = f"bot-{each.persona}" if each.persona else each.avatar
    person = Person(shown_name(each.name, each.seat + 1), avatar)
    note = gettext("resigned") if each.resigned else ""
    return PictureRow(each.place, person, str(each.total), note)


def _small_card(record: GameRecord, winner: FinalStanding) -> SmallCard:
    state = record.state
    table = card_table(view(state), sheet(state.variant))
    lines = []
    for section in table.sections:
        for row in section:
            values = tuple(cell.text for cell in row.cells if cell.seat == winner.seat)
            lines.append((row.name, values, row.kind != "box"))
    wide = max(len(values) for _, values, _ in lines)
    even = ((name, ("",) * (wide - len(values)) + values, is_sum) for name, values, is_sum in lines)
    return SmallCard(shown_name(winner.name, winner.seat + 1), tuple(even))


PREVIEWS = (Kind("game", partial(re_path, rf"{PICTURE}/g/{CODE}\.png$"), read_result),)
