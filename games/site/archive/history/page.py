"""A game's page: its data for the script, and the parts that the server draws (`review`)."""

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import msgspec

from games.core.engine import card_view, evolve, initial_state, sheet, view
from games.core.engine.events import BoxScored, GameStarted
from games.record.ratings.model import RatingChange
from games.record.ratings.results import uncounted_reason
from games.site.archive.history.card_table import card_table
from games.site.archive.history.final_standings import (
    has_same_dice,
    headline,
    is_indexed,
    page_title,
    replay_shares,
    standings,
)
from games.site.archive.history.story import luck_rows, seat_figures, story
from games.site.archive.profiles.game_lists import rating_change
from games.site.study.analysis.finished_game import GameRecord
from games.site.study.analysis.game_analysis import is_analysed
from games.site.study.analysis.rounds import rounds


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
    is_due = state.status == "finished" and not record.found.is_open
    pending = is_due and not is_analysed(game) and not game.is_damaged
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


def game_page(record: GameRecord) -> dict[str, Any]:
    """Return the data that the script of a game's page needs, as JSON values.

    `steps`: the sums of a column after each filled box, so that browsers can step through a game
    without knowing its rules. `seats`: profile path, rating change and avatar of each player, and
    whether they are marked as a guest. `uncounted`: a sentence that says why a rated game changed
    no rating, or that the game is damaged, or None. `room`: the code of the room if it is public,
    or None.
    `fair_log`: index and hash of the entries with the game's commitment and its end in the public
    log, or None.
    """
    found = record.found
    reason = uncounted_reason(found.game)
    return {
        "sheet": msgspec.to_builtins(sheet(record.state.variant)),
        "view": msgspec.to_builtins(view(record.state)),
        "events": msgspec.to_builtins(
            [logged.message(record.state.seats) for logged in record.log]
        ),
        "steps": steps(record),
        "seats": [
            {
                "profile": found.profile(card.seat),
                "rating": _rating(rating_change(card)),
                "guest": found.marks_guest(card.seat),
                "avatar": found.avatar(card.seat),
            }
            for card in found.cards
        ],
        "rated": found.game.rated,
        "uncounted": None if reason is None else reason.words,
        "room": found.room_code,
        "fair_log": msgspec.to_builtins(found.entries._asdict()),
    }


def _rating(change: RatingChange | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {"before": change.before, "after": change.after, "provisional": change.provisional}


def steps(record: GameRecord) -> list[dict[str, Any]]:
    """Return {seq, seat, column, sums, total} for each filled box.

    `sums` is the column as in `view`, without its boxes. `total` is the total of the card.
    """
    start = record.log[0].event
    assert isinstance(start, GameStarted)
    state = initial_state(start)
    found = []
    for logged in record.log[1:]:
        event = logged.event
        state = evolve(state, event)
        if isinstance(event, BoxScored) and event.seat is not None:
            card = card_view(state.seats[event.seat].card)
            sums = msgspec.structs.asdict(card.columns[event.column])
            del sums["boxes"]
            step = {"seq": logged.seq, "seat": event.seat, "column": event.column}
            found.append({**step, "sums": sums, "total": card.total})
    return found
