"""The parts of a game's page that the server draws: result, cards and log."""

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from games.engine import sheet, view
from games.history.card_table import card_table
from games.history.final_standings import headline, is_indexed, page_title, standings
from games.history.record import GameRecord
from games.history.rounds import rounds
from games.history.same_dice import perfect_score


def game_review(record: GameRecord) -> dict[str, Any]:
    """Return the context of the page's templates.

    `headline`, `title`, `standings`: see `standings`; `same_dice`: whether all seats had the same
    dice, `compared`: how many seats are compared for that, and `perfect`: what perfect play scores
    with these dice, None until that is known; `seats`: the standings by seat; `started`: when the
    game began; `table`: the cards; `lines`: the log by rounds; `indexed`: whether search engines
    may list the page; `damaged`: whether the record is, and `counted`: whether the result counts.
    """
    state = record.state
    same = state.dice == "same" and state.status == "finished"
    perfect = perfect_score(record.found.game) if same else None
    placed = standings(record, perfect)
    return {
        "headline": headline(record),
        "title": page_title(record),
        "standings": placed,
        "same_dice": same,
        "compared": sum(each.compared is not None for each in placed),
        "perfect": perfect,
        "seats": sorted(placed, key=attrgetter("seat")),
        "started": datetime.fromtimestamp(record.log[0].event.at / 1000, UTC),
        "table": card_table(view(state), sheet(state.variant)),
        "lines": rounds(record),
        "indexed": is_indexed(record),
        "damaged": record.found.game.is_damaged,
        "counted": record.found.game.result_number is not None,
    }
