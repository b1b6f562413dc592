"""What has happened on the site lately, in public games, and who is here."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from games.accounts.models import User
from games.clock import utc_now
from games.log.models import Game, Scorecard
from games.matchmaking.public_rooms import ONLINE
from games.protocol.lobby_messages import News, OnlinePlayer
from games.ratings.pools import pool_of
from games.ratings.shown_ratings import ShownRatings, person_view, read_standings
from games.rules import Position, find_variant

MAX_NEWS = 8
MAX_PEOPLE = 24
# News come from this many of the games counted last. Private ones among them give no news.
MAX_GAMES = 40
# A box that is worth this much holds five of a kind.
FIVE_ALIKE = 50
BOXES = {"yacht", "yahtzee", "yatzy"}


class SiteNews(NamedTuple):
    """News, newest first, and accounts that are online, by name."""

    news: tuple[News, ...]
    people: tuple[OnlinePlayer, ...]


def read_site_news() -> SiteNews:
    """Read the news and who is online, with five queries, however many games there are."""
    return SiteNews(_news(), _people(utc_now()))


def _people(now: datetime) -> tuple[OnlinePlayer, ...]:
    """Return the accounts seen last, sorted by name: those online that do not hide it."""
    accounts = User.objects.filter(
        seen_at__gt=now - ONLINE, is_bot=False, is_guest=False, is_active=True, listed_online=True
    )
    newest = accounts.order_by("-seen_at").values_list("pk", "name")[:MAX_PEOPLE]
    found = [OnlinePlayer(player, name) for player, name in newest]
    return tuple(sorted(found, key=lambda each: each.name.casefold()))


def _news() -> tuple[News, ...]:
    """Return what people did in the public games that were counted last."""
    games = (
        Game.objects.filter(result_number__isnull=False)
        .order_by("-result_number")
        .select_related("room")
        .prefetch_related("scorecards__player")[:MAX_GAMES]
    )
    public = [game for game in games if game.room is not None and game.room.public]
    cards = [card for game in public for card in game.scorecards.all()]
    standings = read_standings(card.player_id for card in cards if card.player_id is not None)
    found = [each for game in public for each in _of_game(game, standings)]
    return tuple(found[:MAX_NEWS])


def _of_game(game: Game, standings: ShownRatings) -> Iterator[News]:
    """Yield the news of one game: its winners, if they beat somebody, then fives of a kind."""
    cards = list(game.scorecards.all())
    for card in cards:
        if card.place == 1 and len(cards) > 1 and not card.resigned:
            yield from _by_person(game, card, cards, standings)
    for card in cards:
        for box in _fives_alike(card, game):
            yield from _by_person(game, card, cards, standings, box)


def _by_person(
    game: Game, card: Scorecard, cards: Iterable[Scorecard], standings: ShownRatings, box: str = ""
) -> Iterator[News]:
    """Yield the news that a person won or filled this box, unless they have left the site."""
    player = card.player
    if player is None or player.is_bot or not player.is_active or game.finished_at is None:
        return
    yield News(
        game=game.code,
        kind="box" if box else "won",
        variant=find_variant(game.variant).name,
        player=person_view(player, pool_of(game.variant, game.dice), standings),
        points=FIVE_ALIKE if box else card.total,
        box=box,
        others=tuple(_name(other) for other in cards if other is not card),
        at=int(game.finished_at.timestamp() * 1000),
    )


def _name(card: Scorecard) -> str:
    """Return the player's current name; "A player" for somebody who is gone."""
    return "A player" if card.player is None else card.player.name


def _fives_alike(card: Scorecard, game: Game) -> list[str]:
    """Return the names of the boxes for five of a kind that are filled with their points."""
    variant = find_variant(game.variant, **game.switches)
    names = {category.id: category.name for category in variant.categories}
    entries = Position.parse(card.position).card.entries
    boxes = zip(variant.boxes, entries, strict=True)
    found = [box.category for box, entry in boxes if entry == FIVE_ALIKE and box.category in BOXES]
    return [names[id_] for id_ in dict.fromkeys(found)]
