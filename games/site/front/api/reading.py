"""Answers of the API about variants, games, players and leaderboards. Public data only."""

from datetime import datetime
from functools import lru_cache

import msgspec

from games.core.engine import sheet, view
from games.core.protocol.events import GameStarted
from games.core.rules import VARIANTS, Variant, find_variant
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.record.log.records import LoggedEvent
from games.record.ratings.model import RatingChange
from games.record.ratings.pools import dice_of_pool, pool_of
from games.record.ratings.results import uncounted_reason
from games.record.ratings.scores import Games
from games.site.account.membership.past_names import past_names
from games.site.archive.history.record import (
    FoundGame,
    GameRecord,
    UnreadableRecord,
    find_game,
    read_record,
)
from games.site.archive.leaderboards import boards
from games.site.archive.profiles import game_lists, player_profile
from games.site.front.api import types
from games.site.front.api.errors import ApiError, ApiErrorCode
from games.site.front.api.fair_log_reading import game_entries
from games.site.shared.pages.cursors import InvalidCursor
from games.tables.rooms.room_view import variant_view


def milliseconds(at: datetime) -> int:
    """Return a time in milliseconds since 1970."""
    return round(at.timestamp() * 1000)


# --- Variants -------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def all_variants() -> types.Variants:
    """Return all variants."""
    return types.Variants(tuple(map(_variant, VARIANTS.values())))


def _variant(variant: Variant) -> types.Variant:
    return msgspec.convert(
        {
            "id": variant.id,
            "name": variant.name,
            "switches": tuple(variant.switch_choices.values()),
            "sheet": sheet(variant),
        },
        types.Variant,
        from_attributes=True,
    )


# --- Games ----------------------------------------------------------------------------------


def find(code: str) -> FoundGame:
    """Return the game with this code, if everyone may see it now. Raises ApiError."""
    # Codes have no other characters: do not trouble the database with them.
    found = find_game(code) if code.isascii() and code.isalnum() else None
    if found is None:
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no game with this code.")
    if found.is_private_now:
        raise ApiError(ApiErrorCode.NOT_FOUND, "This game is still being played in a private room.")
    return found


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
                card.seat, game_lists.account_of(card), _rating(game_lists.rating_change(card))
            )
            for card in found.cards
        ),
        view=view(_readable(found).state),
        fair_log=game_entries(found.entries),
    )


def _rating(change: RatingChange | None) -> types.RatingChange | None:
    if change is None:
        return None
    return types.RatingChange(change.before, change.after, change.provisional)


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
    if isinstance(message, GameStarted):
        return msgspec.convert(msgspec.to_builtins(message), types.GameStarted)
    return message


# --- Players --------------------------------------------------------------------------------


def find_player(name: str) -> User:
    """Return the player with a profile of this name. Raises ApiError."""
    found = player_profile.find_player(name)
    if found is None:
        raise ApiError(
            ApiErrorCode.NOT_FOUND,
            "There is no account of this name; guests and bots have no page.",
        )
    return found


def player(found: User) -> types.PlayerPage:
    """Return a player's records."""
    return types.PlayerPage(
        name=found.name,
        player=found.pk,
        joined_at=milliseconds(found.date_joined),
        records=tuple(map(_record, player_profile.records_of(found))),
        past_names=tuple(past_names(found)),
    )


def _record(record: player_profile.Record) -> types.PlayerRecord:
    row = record.row
    return msgspec.convert(
        {
            "variant": record.variant.id,
            "rating": record.rating,
            "provisional": record.provisional,
            "rated_games": row.rated_games,
            "games": row.games,
            "wins": row.wins,
            "best": row.best,
            "streak": row.streak,
            "best_streak": row.best_streak,
            "accuracy": record.accuracy,
            "best_table": row.best_table,
            "best_solo": row.best_solo,
            **_same_dice(dice_of_pool(record.pool)),
        },
        types.PlayerRecord,
    )


def _same_dice(dice: str) -> dict[str, str]:
    """Return the field `dice`, which is absent for own dice."""
    return {} if dice == "own" else {"dice": dice}


def player_games(found: User, query: types.GamesQuery) -> types.PlayerGames:
    """Return a page of a player's finished games. Raises ApiError."""
    pool = pool_of(query.variant, query.dice) if query.variant else ""
    try:
        page = game_lists.read_counted(found, pool, query.after or None, query.limit)
    except InvalidCursor as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"after: {error}.") from error
    return types.PlayerGames(found.name, tuple(map(_played, page.rows)), page.after)


def _played(row: game_lists.ListedGame) -> types.PlayedGame:
    played = {
        "code": row.code,
        "variant": row.variant,
        "finished_at": milliseconds(row.at),
        "rated": row.rated,
        "place": row.place,
        "total": row.total,
        "rating": _rating(row.rating),
        "accuracy": row.accuracy,
        "others": row.others,
        **_same_dice(row.dice),
    }
    return msgspec.convert(played, types.PlayedGame, from_attributes=True)


# --- Leaderboards ---------------------------------------------------------------------------


def leaderboard(variant: str, query: types.BoardQuery) -> types.Leaderboard:
    """Return a page of a leaderboard. Raises ApiError."""
    if variant not in VARIANTS:
        raise ApiError(ApiErrorCode.NOT_FOUND, "Unknown variant.")
    kind = boards.Kind(query.board)
    games = Games(query.games)
    board = boards.open_board(kind, pool_of(variant, query.dice), utc_now(), games)
    try:
        page = boards.read_page(board, query.after or None, query.limit)
    except InvalidCursor as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"after: {error}.") from error
    shown = {
        "variant": variant,
        "board": kind.value,
        "entries": page.entries,
        "after": page.after,
        "games": games.value if kind is boards.Kind.RECORDS else None,
        **_same_dice(query.dice),
    }
    return msgspec.convert(shown, types.Leaderboard, from_attributes=True)
