"""Finished games in the database, from recorded logs."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games.models import Game, GameEvent
from tests.core.engine.golden_games import Golden

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def stored(golden: Golden, days: int = 0, **differing: Any) -> Game:
    """Store a recorded game that ended this many days after `NOON`."""
    status = golden.lines[-1]["type"].removeprefix("game.")
    columns = {
        "code": f"{golden.lines[0]['data']['code'][:8]}{Game.objects.count()}",
        "number": 1,
        "variant": golden.lines[0]["data"]["variant"],
        "status": status,
        "created_at": NOON,
        "finished_at": NOON + timedelta(days=days),
        "verified": True,
    }
    game = Game.objects.create(**{**columns, **differing})
    GameEvent.objects.bulk_create(
        GameEvent(
            game=game,
            seq=line["seq"],
            type=line["type"],
            seat=line["seat"],
            at=line["at"],
            data=msgspec.json.encode(line["data"]).decode(),
        )
        for line in golden.lines
    )
    return game
