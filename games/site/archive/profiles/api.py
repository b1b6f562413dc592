"""Answers of the API about players. Public data only."""

import msgspec

from games.people.accounts.models import User
from games.record.ratings.pools import dice_of_pool, pool_of
from games.site.account.membership.renaming import past_names
from games.site.archive.profiles import game_lists, player_profile
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.values import milliseconds, rating_change, same_dice
from games.site.shared.pages.cursors import InvalidCursor

NAME = {"name": (types.Name, "The name of an account, in any letter case.")}


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
            **same_dice(dice_of_pool(record.pool)),
        },
        types.PlayerRecord,
    )


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
        "rating": rating_change(row.rating),
        "accuracy": row.accuracy,
        "others": row.others,
        **same_dice(row.dice),
    }
    return msgspec.convert(played, types.PlayedGame, from_attributes=True)


def _player(name: str) -> Answer:
    found = find_player(name)
    return Answer(lambda: player(found))


def _player_games(query: types.GamesQuery, name: str) -> Answer:
    found = find_player(name)
    return Answer(lambda: player_games(found, query))


ENDPOINTS = (
    Endpoint(
        "player",
        "players/{name}",
        "A player's records",
        "Ratings, wins and streaks per variant. Accounts only.",
        types.PlayerPage,
        in_path=NAME,
        read=_player,
    ),
    Endpoint(
        "player_games",
        "players/{name}/games",
        "A player's finished games",
        "Newest first, paginated: pass after from one page to get the next.",
        types.PlayerGames,
        types.GamesQuery,
        in_path=NAME,
        read=_player_games,
    ),
)
