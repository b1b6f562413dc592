"""What the server draws on a game's page, for templates: result, cards and log."""

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from games.engine import sheet, view
from games.history.card_table import card_table
from games.history.record import GameRecord
from games.history.rounds import rounds
from games.history.standings import headline, is_indexed, page_title, standings


def game_review(record: GameRecord) -> dict[str, Any]:
    """Return the context of the page's templates.

    `headline`, `title`, `standings`: see `standings`; `seats`: the standings by seat; `started`:
    when the game began; `table`: the cards; `lines`: the log by rounds; `indexed`: whether search
    engines may list the page.
    """
    state = record.state
    placed = standings(record)
    return {
        "headline": headline(record),
        "title": page_title(record),
        "standings": placed,
        "seats": sorted(placed, key=attrgetter("seat")),
        "started": datetime.fromtimestamp(record.log[0].event.at / 1000, UTC),
        "table": card_table(view(state), sheet(state.variant)),
        "lines": rounds(record),
        "indexed": is_indexed(record),
    }
