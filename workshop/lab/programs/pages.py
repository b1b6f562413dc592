"""Time the queries of profiles, lists of games and the lobby, and print their plans.

Asks what pages ask, about the two busiest accounts: the worst cases.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator

from django.core.cache import cache
from django.db.models import Count
from django.utils import timezone

from games.people.accounts.models import User
from games.record.log.models import Game, Scorecard
from games.site.archive.history.record import find_game
from games.site.archive.profiles import player_profile
from games.site.archive.profiles.game_lists import Page, counted_cards, read_counted, read_own
from games.tables.matchmaking.lobby import read_lobby
from games.tables.matchmaking.room_lists import public_tables, tables_of
from workshop.lab.queries.measurement import Measurement, Question, first_and_deep

PAGE_SIZE = 20
# The deepest page that is measured.
DEEP_PAGES = 50

Read = Callable[[str | None], Page]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--no-plans", action="store_false", dest="plans")


def run(options: Namespace) -> None:
    """Print a table of times in ms, then the plan of each query. Raises SystemExit."""
    busiest = busiest_players()
    if len(busiest) < 2:
        raise SystemExit("This needs two accounts with finished games. Run seed_games first.")
    player, other = busiest
    cards = counted_cards(player).count()
    print(f"{player.name}: {cards:,} games; {other.name} is next.")
    measurement = Measurement(options.repeat)
    print("| page | question | queries | median ms | slowest ms | slowest query |")
    print("|---|---|---|---|---|---|")
    for page, question in questions(player, other):
        taken = measurement.ask(page, question)
        print(f"| {page} | {question.name} | {taken} |")
    if options.plans:
        measurement.print_plans()


def busiest_players() -> list[User]:
    """Return the two accounts with the most counted games, busiest first."""
    counts = (
        Scorecard.objects.filter(finished_at__isnull=False, player__is_guest=False)
        .filter(player__is_active=True, player__is_bot=False)
        .values_list("player")
        .annotate(games=Count("pk"))
        .order_by("-games", "player")[:2]
    )
    return [User.objects.get(pk=pk) for pk, _ in counts]


def questions(player: User, other: User) -> Iterator[tuple[str, Question]]:
    """Yield the questions of the pages, each with the name of its page."""
    variant = player_profile.records_of(player)[0].variant.id
    for page, name, ask in (
        ("profile", "player by name", lambda: player_profile.find_player(player.username)),
        ("profile", "records", lambda: player_profile.records_of(player)),
        ("profile", "chart", lambda: player_profile.rated_games(player, variant)),
        ("profile", "averages", lambda: player_profile.averages_of(player, variant)),
        ("profile", "averages of the site, every ten minutes", fresh_site_averages),
        ("profile", "best cards", lambda: player_profile.best_cards(player, variant)),
        ("profile", "record against me", lambda: player_profile.record_against(other, player)),
    ):
        yield page, Question(name, ask)
    now = timezone.now()
    yield from of_list("games", lambda after: read_counted(player, "", after, PAGE_SIZE))
    yield from of_list(
        "games of a variant", lambda after: read_counted(player, variant, after, PAGE_SIZE)
    )
    yield "my games", Question("tables", lambda: tables_of(player, now))
    yield from of_list("my games", lambda after: read_own(player, "", after, PAGE_SIZE))
    yield from of_list(
        "my games of a variant", lambda after: read_own(player, variant, after, PAGE_SIZE)
    )
    code = Game.objects.filter(status=Game.Status.FINISHED).values_list("code", flat=True)[0]
    yield "finished game", Question("game and cards, by code", lambda: find_game(code))
    yield "home", Question("open tables", lambda: public_tables(now, player.pk))
    yield "lobby", Question("whole board", lambda: read_lobby([player.pk, other.pk]))


def fresh_site_averages() -> object:
    """Compute the averages of the site without the cache."""
    cache.delete(player_profile.SITE_KEY)
    return player_profile.site_averages()


def of_list(page: str, read: Read) -> Iterator[tuple[str, Question]]:
    """Yield the first page of a list, and a deep page."""
    for question in first_and_deep(read, DEEP_PAGES):
        yield page, question
