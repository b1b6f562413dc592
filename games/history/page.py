"""A game as its page shows it: cards, log, and what each turn did."""

from typing import Any

import msgspec

from games.engine import card_view, evolve, initial_state, sheet, view
from games.engine.events import BoxScored, GameStarted
from games.history.record import GameRecord
from games.profiles.game_lists import rating_change
from games.ratings import RatingChange, UnratedReason


def game_page(record: GameRecord) -> dict[str, Any]:
    """Return `sheet`, `view`, `events`, `steps`, `seats` and the public room's code (or None).

    `steps`: the sums of a column after each box that was filled, so that browsers can step
    through a game without knowing its rules. `seats`: page and rating change of each player.
    `uncounted`: why a game that was opened as rated changes no rating, in words.
    """
    found = record.found
    return {
        "sheet": msgspec.to_builtins(sheet(record.state.variant)),
        "view": msgspec.to_builtins(view(record.state)),
        "events": msgspec.to_builtins([logged.message() for logged in record.log]),
        "steps": steps(record),
        "seats": [
            {"profile": found.profile(card.seat), "rating": _rating(rating_change(card))}
            for card in found.cards
        ],
        "rated": found.game.rated,
        "uncounted": UnratedReason(found.game.uncounted).words if found.game.uncounted else None,
        "room": found.room_code,
    }


def _rating(change: RatingChange | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {"before": change.before, "after": change.after, "provisional": change.provisional}


def steps(record: GameRecord) -> list[dict[str, Any]]:
    """Return {seq, seat, column, sums, total} for each box that was filled.

    `sums` is the column as in `view`, without its boxes; `total` is that of the card.
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
