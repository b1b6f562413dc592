"""Answers of the API about games. Public data only."""

import msgspec

from games.core.engine import view
from games.core.engine.events import GameStarted
from games.core.rules import find_variant
from games.record.log.records import LoggedEvent
from games.record.ratings.results import uncounted_reason
from games.site.archive.profiles import game_lists
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import (
    CODE,
    DAY,
    SHORT,
    YEAR,
    Answer,
    ApiError,
    ApiErrorCode,
    Endpoint,
)
from games.site.shared.answers.values import game_entries, milliseconds, rating_change
from games.site.study.analysis.api import find
from games.site.study.analysis.finished_game import (
    FoundGame,
    GameRecord,
    UnreadableRecord,
    read_record,
)
from games.tables.rooms.room_view import variant_view


def _readable(found: FoundGame) -> GameRecord:
    try:
        return read_record(found)
    except UnreadableRecord as error:
        raise ApiError(ApiErrorCode.NOT_FOUND, "The record of this game is damaged.") from error


def game(found: FoundGame) -> types.Game:
    """Return a game as spectators see it. Raises ApiError."""
    row = found.game
    return types.Game(
        code=row.code,
        variant=variant_view(find_variant(row.variant, **row.switches)),
        rated=row.rated,
        uncounted=uncounted_reason(row),
        started_at=milliseconds(row.created_at),
        finished_at=None if row.finished_at is None else milliseconds(row.finished_at),
        seats=tuple(
            types.GameSeat(
                card.seat,
                game_lists.account_of(card),
                rating_change(game_lists.rating_change(card)),
            )
            for card in found.cards
        ),
        view=view(_readable(found).state),
        fair_log=game_entries(found.entries),
    )


def events(found: FoundGame, after: int) -> types.Events:
    """Return the events of a game with a seq above `after`. Raises ApiError."""
    log = _readable(found).log
    return types.Events(
        game=found.game.code,
        seq=log[-1].seq,
        over=found.is_over,
        events=tuple(_event(logged) for logged in log if logged.seq > after),
    )


def _event(logged: LoggedEvent) -> types.Event:
    """Return an event without names, which may change, and without command ids."""
    message = logged._replace(by="").message(())
    if isinstance(logged.event, GameStarted):
        return msgspec.convert(msgspec.to_builtins(message), types.GameStarted)
    return message


def _game(code: str) -> Answer:
    found = find(code)
    max_age = None if found.is_settled else SHORT
    return Answer(lambda: game(found), found.fingerprint, max_age)


def _events(query: types.EventsQuery, code: str) -> Answer:
    # A log has no names, so a finished one never changes.
    found = find(code)
    fingerprint = f"{found.game.code}-{found.seq}-{query.after}"
    max_age = None if found.is_over else SHORT
    return Answer(lambda: events(found, query.after), fingerprint, max_age, found.is_over)


ENDPOINTS = (
    Endpoint(
        "game",
        "games/{code}",
        "A game",
        "A game as spectators see it: cards, dice, and after the end the secret of "
        "the dice. A finished and counted game changes only when players change their names.",
        types.Game,
        in_path=CODE,
        max_age=DAY,
        read=_game,
    ),
    Endpoint(
        "events",
        "games/{code}/events",
        "The log of a game",
        "Every roll and every box. The log of a finished game never changes. To follow a "
        "running game, pass the seq of the newest event in after.",
        types.Events,
        types.EventsQuery,
        in_path=CODE,
        max_age=YEAR,
        read=_events,
    ),
)
