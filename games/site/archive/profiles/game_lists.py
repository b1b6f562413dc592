"""Paginated lists of a player's finished games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.urls import reverse

from games.people.accounts.facts import has_page
from games.people.accounts.models import User
from games.record.log.models import Game, Scorecard
from games.record.ratings import model, pools
from games.record.ratings.model import RatingChange
from games.record.ratings.models import Rating
from games.site.shared.pages.cursors import InvalidCursor, cursor_after, place_before
from games.site.study.analysis.grades import accuracy
from games.site.study.analysis.models import SeatAnalysis

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player at the table, with their name at the time.

    `account`: the current name of their profile, or None if they have none. `guest`: whether they
    are a guest.
    """

    name: str
    account: str | None
    place: int | None
    total: int
    guest: bool

    @property
    def profile(self) -> str | None:
        return None if self.account is None else reverse("profile", args=[self.account])


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of one of its players.

    `place`: None in a game without a result. `name`: the name of its pool of results. `accuracy`:
    of the player's choices, in percent; None before the analysis. `marks_guests`: not among
    friends.
    """

    code: str
    variant: str
    dice: str
    name: str
    at: datetime
    aborted: bool
    rated: bool
    place: int | None
    total: int
    rating: RatingChange | None
    accuracy: float | None
    others: tuple[Opponent, ...]
    marks_guests: bool

    @property
    def players(self) -> int:
        return len(self.others) + 1


@dataclass(frozen=True, slots=True)
class Page:
    """Games, newest first, and the cursor of the next older page (None on the last page)."""

    rows: tuple[ListedGame, ...]
    after: str | None


def counted_cards(player: User, pool: str = "") -> QuerySet[Scorecard]:
    """Return the player's cards of games with a counted result in a pool; "" means in all."""
    cards = Scorecard.objects.filter(player=player, finished_at__isnull=False)
    return cards.filter(pool=pool) if pool else cards


def read_counted(player: User, pool: str, after: str | None, most: int) -> Page:
    """Return a page of the games listed on a player's profile. Raises InvalidCursor.

    Each page is one range of an index.
    """
    return _page(_some(counted_cards(player, pool), "finished_at", after, most), most)


def read_own(player: User, pool: str, after: str | None, most: int) -> Page:
    """Return a page of the player's own list. Raises InvalidCursor.

    It also contains aborted games, and finished games whose result is not counted yet.
    """
    # There are few of these. One query for all games would have to sort them for every page.
    others = Scorecard.objects.filter(player=player, finished_at=None)
    others = others.exclude(game__status__in=(Game.Status.PLAYING, Game.Status.CANCELLED))
    if pool:
        same = Q(game__dice="same", game__share=None)
        is_same = pools.dice_of_pool(pool) == "same"
        others = others.filter(same if is_same else ~same, game__variant=pools.POOLS[pool].id)
    counted = _some(counted_cards(player, pool), "finished_at", after, most)
    found = [*counted, *_some(others, "game__finished_at", after, most)]
    return _page(sorted(found, key=_place, reverse=True), most)


def _some(
    cards: QuerySet[Scorecard], field: str, after: str | None, most: int
) -> QuerySet[Scorecard]:
    """Return the cards after a cursor, newest first: one more than fits on a page."""
    if after is not None:
        at, pk = _position(after)
        earlier = Q(**{f"{field}__lt": at}) | Q(pk__lt=pk)
        # The first condition is redundant, but lets the database start within the index.
        cards = cards.filter(**{f"{field}__lte": at}).filter(earlier)
    ordered = cards.order_by(f"-{field}", "-pk")
    return ordered.select_related("game__room")[: most + 1]


def _page(found: Iterable[Scorecard], most: int) -> Page:
    """Return the page with the first of these cards, and a cursor if there are more."""
    cards = list(found)
    shown = cards[:most]
    prefetch_related_objects(shown, "game__scorecards__player")
    accuracies = _accuracies(shown)
    rows = tuple(_row(card, accuracies.get((card.game_id, card.seat))) for card in shown)
    return Page(rows, _cursor(shown[-1]) if len(cards) > most else None)


def _place(card: Scorecard) -> tuple[datetime, int]:
    return card.game.finished_at or card.game.created_at, card.pk


def _accuracies(cards: Sequence[Scorecard]) -> dict[tuple[int, int], float]:
    """Return how near to perfect play the choices on these cards were, by game and seat."""
    analysed = SeatAnalysis.objects.filter(game__in=[card.game_id for card in cards], counted__gt=0)
    rows = analysed.values_list("game", "seat", "loss", "counted", "variant")
    return {
        (game, seat): accuracy(loss / counted, variant)
        for game, seat, loss, counted, variant in rows
    }


def _row(card: Scorecard, played: float | None) -> ListedGame:
    game = card.game
    return ListedGame(
        code=game.code,
        variant=game.variant,
        dice=game.dice,
        name=pools.game_name(game.variant, game.dice),
        at=game.finished_at or game.created_at,
        aborted=game.status == Game.Status.ABORTED,
        rated=game.rated,
        place=card.place,
        total=card.total,
        rating=rating_change(card),
        accuracy=played,
        others=tuple(map(_opponent, (each for each in game.scorecards.all() if each != card))),
        marks_guests=game.room is None or not game.room.is_among_friends,
    )


def _opponent(card: Scorecard) -> Opponent:
    guest = card.player is not None and card.player.is_guest
    return Opponent(card.name, account_of(card), card.place, card.total, guest)


def account_of(card: Scorecard) -> str | None:
    player = card.player
    return player.name if player is not None and has_page(player) else None


def rating_change(card: Scorecard) -> RatingChange | None:
    before = _rating(card.mu_before, card.sigma_before)
    after = _rating(card.mu_after, card.sigma_after)
    return None if before is None or after is None else model.change(before, after)


def _rating(mu: float | None, sigma: float | None) -> model.Rating | None:
    return None if mu is None or sigma is None else model.Rating(mu, sigma)


def _cursor(card: Scorecard) -> str:
    at, pk = _place(card)
    return cursor_after((at - EPOCH) // timedelta(microseconds=1), pk)


def _position(cursor: str) -> tuple[datetime, int]:
    """Return the end time and card id of the last game before a page. Raises InvalidCursor."""
    micros, pk = place_before(cursor)
    try:
        return EPOCH + timedelta(microseconds=micros), pk
    except OverflowError as error:
        raise InvalidCursor("This cursor is out of range.") from error


def pools_played(player: User) -> list[str]:
    """Return the pools by which lists of the player's games can be filtered: all pools of own dice,
    and the pools of same dice in which they have a game.
    """
    rows = Rating.objects.filter(player=player, games__gt=0)
    played = set(rows.values_list("pool", flat=True))
    return [pool for pool in pools.POOLS if pools.dice_of_pool(pool) == "own" or pool in played]
