"""Which running game the home page features. Pure."""

from collections.abc import Iterable

from msgspec import UNSET

from games.core.engine import is_long
from games.core.protocol.lobby_messages import Featured, LobbyRow

MAX_IN_ROUNDS = 8


def choose_featured(rows: Iterable[LobbyRow], featured: Featured | None) -> Featured | None:
    """Return the game to feature, or None: prefer tournaments, then turns over rounds, then the
    best players.

    The game `featured` until now stays as long as it is listed, unless a tournament's game can
    replace another one.
    """
    games = {row.code: row for row in rows if row.kind == "game" and _moves(row)}
    if not games:
        return None
    best = max(games.values(), key=_rank)
    shown = None if featured is None else games.get(featured.code)
    if shown is not None and _is_of_tournament(shown) >= _is_of_tournament(best):
        best = shown
    return Featured(best.code, demo=False)


def _moves(row: LobbyRow) -> bool:
    # Nobody waits a day for a move. In rounds, the page has no room for many players.
    return not is_long(row.clock) and (row.mode is UNSET or len(row.players) <= MAX_IN_ROUNDS)


def _is_of_tournament(row: LobbyRow) -> bool:
    return row.tournament is not UNSET


def _rank(row: LobbyRow) -> tuple[bool, bool, float, int]:
    """Return how worthwhile a game is to watch: whether it belongs to a tournament, whether it is
    played in turns, the mean rating (unrated players count as 0), and the number of players.
    """
    # In rounds there is something new to see only at each reveal.
    ratings = [person.rating or 0 for person in row.players]
    mean = sum(ratings) / len(ratings) if ratings else 0.0
    return (_is_of_tournament(row), row.mode is UNSET, mean, len(ratings))
