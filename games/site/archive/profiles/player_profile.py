"""Reads the data of a player's profile: ratings, rating history, averages and best cards.

The cost does not grow with the number of games: lists are limited, totals are stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q

from games.core.rules import VARIANTS, Position, Variant
from games.people.accounts.facts import has_page
from games.people.accounts.models import User
from games.people.accounts.names import find_account
from games.record.log.models import Scorecard
from games.record.ratings import model, pools
from games.record.ratings.model import RatingChange
from games.record.ratings.models import Rating, ResultCounter, Skill
from games.site.archive.profiles.game_lists import counted_cards, rating_change
from games.site.study.analysis.grades import accuracy

CHART_GAMES = 500
CHART_COLUMNS = (
    "finished_at", "mu_before", "sigma_before", "mu_after", "sigma_after",
    "game__code", "game__result_number",
)  # fmt: skip
AVERAGED_CARDS = 200
BEST_CARDS = 3
# Number of latest results in the site's averages, and how long they are cached.
SITE_RESULTS = 1000
SITE_SECONDS = 600
SITE_KEY = "site-averages"
# With fewer cards, no site average is shown.
SITE_CARDS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """A player's record in one pool of results.

    `rating` is None before the first rated game. `accuracy` says how near to perfect play their
    latest choices are, in percent; None without enough of them. It is the variant's, because it
    does not depend on the dice.
    """

    variant: Variant
    rating: int | None
    provisional: bool
    row: Rating
    accuracy: float | None = None

    @property
    def pool(self) -> str:
        return self.row.pool

    @property
    def name(self) -> str:
        return pools.pool_name(self.pool)

    @property
    def shown_rating(self) -> str:
        """The rating as players see it, with "?" while it is provisional; empty without one."""
        if self.rating is None:
            return ""
        return f"{self.rating}{'?' if self.provisional else ''}"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A point of the rating chart: when a rated game ended, and the rating change."""

    at: datetime
    code: str
    rating: RatingChange


@dataclass(frozen=True, slots=True)
class Averages:
    """Means over full cards. `boxes`: raw points per category. `bonus`: share with the bonus."""

    cards: int
    boxes: dict[str, float]
    bonus: float | None


@dataclass(frozen=True, slots=True)
class Against:
    """How often one player finished ahead of another in the games they shared."""

    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


def find_player(name: str) -> User | None:
    """Return the player with this name and a profile, in any letter case, or None.

    Guests, bots, deleted accounts and players with a family lock have no profile.
    """
    found = find_account(name)
    return found if found is not None and has_page(found) and not found.locked else None


def records_of(player: User) -> list[Record]:
    """Return the player's records, most played pool first."""
    rows = Rating.objects.filter(player=player, pool__in=pools.POOLS, games__gt=0)
    accuracies = accuracies_of(player)
    return [
        Record(
            variant=pools.POOLS[row.pool],
            rating=row.shown if row.rated_games else None,
            provisional=model.is_provisional(model.Rating(row.mu, row.sigma)),
            row=row,
            accuracy=accuracies.get(pools.POOLS[row.pool].id),
        )
        for row in rows.order_by("-games", "pk")
    ]


def accuracies_of(player: User) -> dict[str, float]:
    """Return the player's accuracy by variant, where it is based on enough decisions."""
    rows = Skill.objects.filter(player=player, variant__in=VARIANTS, listed=True)
    return {row.variant: accuracy(row.loss, row.variant) for row in rows}


def rated_games(player: User, pool: str) -> list[RatedGame]:
    """Return the player's last `CHART_GAMES` rated games, in the order in which they counted.

    That order can differ from the order in which overlapping games ended.
    """
    cards = counted_cards(player, pool).filter(mu_after__isnull=False)
    cards = cards.select_related("game").only(*CHART_COLUMNS)
    newest = list(cards.order_by("-finished_at", "-pk")[:CHART_GAMES])
    newest.sort(key=lambda card: card.game.result_number or 0)
    return [
        RatedGame(card.finished_at, card.game.code, change)
        for card in newest
        if card.finished_at is not None and (change := rating_change(card)) is not None
    ]


def best_cards(player: User, pool: str) -> list[Scorecard]:
    """Return the player's highest cards with their games; among equals, the oldest first.

    `solo`: whether nobody else played, bots aside.
    """
    others = Scorecard.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    people = others.exclude(player__is_bot=True)
    cards = counted_cards(player, pool).select_related("game")
    best = cards.order_by("-final_total", "finished_at", "pk").annotate(solo=~Exists(people))
    return list(best[:BEST_CARDS])


def record_against(me: User, other: User) -> Against:
    """Return the record of `me` against `other` over all variants.

    The query reads two ranges of one index and no table rows.
    """
    theirs_counted = {"game__scorecards__finished_at__isnull": False}
    mine = counted_cards(me).filter(game__scorecards__player=other, **theirs_counted)
    theirs = F("game__scorecards__place")
    found = mine.aggregate(
        games=Count("game"),
        ahead=Count("game", filter=Q(place__lt=theirs)),
        behind=Count("game", filter=Q(place__gt=theirs)),
    )
    return Against(**found)


def averages_of(player: User, pool: str) -> Averages | None:
    """Return the means over the player's last `AVERAGED_CARDS` cards, or None without any."""
    cards = counted_cards(player, pool).order_by("-finished_at")
    positions = cards.values_list("position", "resigned")[:AVERAGED_CARDS]
    return average(pools.POOLS[pool], [text for text, resigned in positions if not resigned])


def site_averages() -> dict[str, Averages]:
    """Return the means over all people's latest cards by variant, cached for `SITE_SECONDS`."""
    found: dict[str, Averages] | None = cache.get(SITE_KEY)
    if found is None:
        found = _average_site()
        cache.set(SITE_KEY, found, SITE_SECONDS)
    return found


def _average_site() -> dict[str, Averages]:
    counter = ResultCounter.objects.first()
    first = 0 if counter is None else counter.last - SITE_RESULTS
    cards = Scorecard.objects.filter(game__result_number__gt=first, resigned=False)
    people = cards.exclude(player__is_bot=True).values_list("pool", "position")
    positions: dict[str, list[str]] = {}
    for variant, position in people:
        positions.setdefault(variant, []).append(position)
    averages = {id_: average(VARIANTS[id_], positions.get(id_, ())) for id_ in VARIANTS}
    return {
        id_: found
        for id_, found in averages.items()
        if found is not None and found.cards >= SITE_CARDS
    }


def average(variant: Variant, positions: Iterable[str]) -> Averages | None:
    """Return the means over the full cards among these positions (one-line text form)."""
    cards = [card for text in positions if (card := Position.parse(text).card).is_full]
    if not cards:
        return None
    columns = range(len(variant.columns))
    entries = [card.column(column) for card in cards for column in columns]
    bonuses = [card.upper_bonus(column) > 0 for card in cards for column in columns]
    return Averages(
        cards=len(cards),
        boxes={
            category.id: _mean([entry[place] or 0 for entry in entries])
            for place, category in enumerate(variant.categories)
        },
        bonus=None if variant.upper_bonus is None else _mean(bonuses),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
