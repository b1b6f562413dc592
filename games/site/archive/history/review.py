"""The parts of a game's page that the server draws: result, cards and log."""

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from games.core.engine import sheet, view
from games.site.archive.history.card_table import card_table
from games.site.archive.history.final_standings import headline, is_indexed, page_title, standings
from games.site.archive.history.luck import luck_rows, seat_figures
from games.site.archive.history.rounds import rounds
from games.site.archive.history.same_dice import has_same_dice, replay_shares
from games.site.archive.history.story import story
from games.site.study.analysis.finished_game import GameRecord
from games.site.study.analysis.game_analysis import is_analysed


def game_review(record: GameRecord, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the context of the page's templates. `steps`: see
    `games.site.archive.history.page.steps`.

    `headline`, `title`, `standings`: see `standings`; `same_dice`: whether all seats, or an earlier
    game, had the same dice, `compared`: whether seats are compared for that, `perfect`: what
    perfect play scores with these dice, None until that is known, and `replay_shares`: see there;
    `seats`: the standings by seat; `started`: when the game began; `story`: who won and why;
    `luck`: a row for each seat, none if it never comes; `pending`: whether the analysis is still to
    come; `table`: the cards; `lines`: the log by rounds; `indexed`: whether search engines may list
    the page; `damaged`: whether the record is, and `counted`: whether the result counts.
    """
    state = record.state
    same = has_same_dice(state)
    game = record.found.game
    figures = seat_figures(game)
    pending = state.status == "finished" and not is_analysed(game) and not game.is_damaged
    perfect = figures[0].perfect if same and figures else None
    placed = standings(record, perfect)
    return {
        "headline": headline(record),
        "headline_markup": headline(record, is_markup=True),
        "title": page_title(record),
        "standings": placed,
        "same_dice": same,
        "replay_shares": replay_shares(state, perfect),
        "compared": any(each.compared is not None for each in placed),
        "perfect": perfect,
        "seats": sorted(placed, key=attrgetter("seat")),
        "started": datetime.fromtimestamp(record.log[0].event.at / 1000, UTC),
        "story": None if game.is_damaged else story(record, steps, figures),
        "luck": luck_rows(figures, [seat.name for seat in state.seats])
        if figures or pending
        else [],
        "pending": pending,
        "table": card_table(view(state), sheet(state.variant)),
        "lines": rounds(record),
        "indexed": is_indexed(record),
        "damaged": game.is_damaged,
        "counted": game.result_number is not None,
    }
