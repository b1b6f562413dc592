"""Time the queries of the leaderboards on the present data, and print their plans.

Asks every board for its first page, a deep page, and the place of its last player.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from django.utils import timezone

from games.record.ratings.scores import Games
from games.site.archive.leaderboards.boards import Board, Kind, find_entry, open_board, read_page
from workshop.lab.queries.measurement import Measurement, Question, first_and_deep

# The deepest page that is measured.
DEEP_PAGES = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--variant", default="yahtzee")
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--no-plans", action="store_false", dest="plans")


def run(options: Namespace) -> None:
    """Print a table of times in ms, then the plan of each query."""
    measurement = Measurement(options.repeat)
    head = "| board | entries | question | queries | median ms | slowest ms | slowest query |"
    print(head)
    print("|---|---|---|---|---|---|---|")
    for board in boards(options.variant):
        name = board.kind.value + (f", {board.games}" if board.kind is Kind.RECORDS else "")
        for question in questions(board):
            taken = measurement.ask(name, question)
            entries = f"{board.rows().count():,}"
            print(f"| {name} | {entries} | {question.name} | {taken} |")
    if options.plans:
        measurement.print_plans()


def boards(variant: str) -> Iterator[Board]:
    """Yield every board of the variant as it is now."""
    now = timezone.now()
    for kind in Kind:
        for games in Games if kind is Kind.RECORDS else (Games.TABLE,):
            yield open_board(kind, variant, now, games)


def questions(board: Board) -> Iterator[Question]:
    """Yield what pages ask the board, including the worst cases."""
    yield from first_and_deep(lambda after: read_page(board, after), DEEP_PAGES)
    last = board.rows().order_by(board.column, "-pk").first()
    if last is not None:
        yield Question("place of the last", lambda: find_entry(board, last.player_id))
