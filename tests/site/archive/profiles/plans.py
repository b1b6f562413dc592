"""The plans of what pages ask the database: `python -m tests.site.archive.profiles.plans`

fill GAMES       fills an empty PostgreSQL with invented games
boards VARIANT   prints the plan of each query of the leaderboards as JSON: {title: plan}
pages            those of profiles, lists of games and the lobby, for the two busiest accounts
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
django.setup()

# These need the settings.
from django.core.cache import cache  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Count  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from games.people.accounts.models import User  # noqa: E402
from games.platform.clock import utc_now  # noqa: E402
from games.record.log.models import Game, Scorecard  # noqa: E402
from games.record.ratings.record_changes import Games  # noqa: E402
from games.site.archive.leaderboards.boards import (  # noqa: E402
    Board,
    Kind,
    find_entry,
    open_board,
    read_page,
)
from games.site.archive.profiles import player_profile  # noqa: E402
from games.site.archive.profiles.game_lists import read_counted, read_own  # noqa: E402
from games.site.study.analysis.finished_game import find_game  # noqa: E402
from games.tables.matchmaking.lobby import read_lobby  # noqa: E402
from games.tables.matchmaking.room_lists import public_tables, tables_of  # noqa: E402
from tests.site.archive.profiles.sample_games import seed_games, vacuum_tables  # noqa: E402

PAGE_SIZE = 20
DEEP_PAGES = 50


class Question(NamedTuple):
    """What a page asks the database. `ask` asks it once."""

    title: str
    ask: Callable[[], Any]


class Paged(Protocol):
    """A page of a list with a cursor."""

    @property
    def after(self) -> str | None:
        """The cursor of the next page, None on the last."""


def of_boards(variant: str) -> Iterator[Question]:
    """Yield what pages ask every board of a variant, including the worst cases."""
    for kind in Kind:
        for games in Games if kind is Kind.RECORDS else (Games.TABLE,):
            board = open_board(kind, variant, utc_now(), games)
            name = kind.value + (f", {games}" if kind is Kind.RECORDS else "")
            yield from of_board(name, board)


def of_board(name: str, board: Board) -> Iterator[Question]:
    """Yield what pages ask one board."""
    yield from first_and_deep(name, lambda after: read_page(board, after))
    last = board.rows().order_by(board.column, "-pk").first()
    if last is not None:
        yield Question(f"{name}: place of the last", lambda: find_entry(board, last.player_id))


def of_pages(player: User, other: User) -> Iterator[Question]:
    """Yield what profiles, lists of games and the lobby ask."""
    now, of = utc_now(), player_profile
    variant = of.records_of(player)[0].variant.id
    code = Game.objects.filter(status=Game.Status.FINISHED).values_list("code", flat=True)[0]
    yield Question("player by name", lambda: of.find_player(player.username))
    yield Question("records", lambda: of.records_of(player))
    yield Question("chart", lambda: of.rated_games(player, variant))
    yield Question("averages", lambda: of.averages_of(player, variant))
    yield Question("averages of the site", fresh_site_averages)
    yield Question("best cards", lambda: of.best_cards(player, variant))
    yield Question("record against me", lambda: of.record_against(other, player))
    for kind in ("", variant):
        yield from of_games(player, kind)
    yield Question("tables", lambda: tables_of(player, now))
    yield Question("finished game", lambda: find_game(code))
    yield Question("open tables", lambda: public_tables(now, player.pk))
    yield Question("whole board", lambda: read_lobby([player.pk, other.pk]))


def of_games(player: User, variant: str) -> Iterator[Question]:
    """Yield what the lists of a player's games ask, as others see them and as they do."""
    name = variant or "all"
    yield from first_and_deep(
        f"games, {name}", lambda after: read_counted(player, variant, after, PAGE_SIZE)
    )
    yield from first_and_deep(
        f"my games, {name}", lambda after: read_own(player, variant, after, PAGE_SIZE)
    )


def fresh_site_averages() -> object:
    """Compute the averages of the site without the cache."""
    cache.delete(player_profile.SITE_KEY)
    return player_profile.site_averages()


def first_and_deep(name: str, read: Callable[[str | None], Paged]) -> Iterator[Question]:
    """Yield the first page of a list, and a deep one (or the last) by following cursors.

    read: returns the page after a cursor; None is the first page.
    """
    yield Question(f"{name}: first page", lambda: read(None))
    after, pages = read(None).after, 1
    while after is not None and pages < DEEP_PAGES:
        cursor, pages = after, pages + 1
        after = read(cursor).after
    if pages > 1:
        yield Question(f"{name}: page {pages}", lambda: read(cursor))


def busiest_players() -> list[User]:
    """Return the two accounts with the most counted games, busiest first."""
    counts = (
        Scorecard.objects.filter(finished_at__isnull=False, player__is_guest=False)
        .values_list("player")
        .annotate(games=Count("pk"))
        .order_by("-games", "player")[:2]
    )
    return [User.objects.get(pk=pk) for pk, _ in counts]


def plans(question: Question) -> Iterator[tuple[str, str]]:
    """Yield a title and the plan of each query of a question."""
    with CaptureQueriesContext(connection) as captured:
        question.ask()
    for number, query in enumerate(captured.captured_queries, start=1):
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(str(row[0]) for row in cursor.fetchall())
        yield f"{question.title}, query {number}", plan


def main(what: str, *arguments: str) -> None:
    """Do what the command line asks for."""
    if what == "fill":
        seed_games(int(arguments[0]), utc_now())
        vacuum_tables()
        return
    asked = of_boards(*arguments) if what == "boards" else of_pages(*busiest_players())
    print(json.dumps(dict(plan for question in asked for plan in plans(question))))


if __name__ == "__main__":
    main(*sys.argv[1:])
