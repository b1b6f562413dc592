"""Games that are over, as lists show them: one scorecard a game, a page at a time."""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.urls import reverse

from games import ratings
from games.models import Game, Scorecard, User
from games.ratings import RatingChange
from games.rules import VARIANTS

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class InvalidCursor(ValueError):
    """This text is no cursor that a page of games has given."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody else at the table, by the name of that day.

    `account` is the name under which his page is found today, None if he has none.
    """

    name: str
    account: str | None
    place: int | None
    total: int

    @property
    def profile(self) -> str | None:
        """The path of his page, or None."""
        return None if self.account is None else reverse("profile", args=[self.account])


@dataclass(frozen=True, slots=True)
class Row:
    """A game in the list of one of its players. `place` is None in a game without a result."""

    code: str
    variant: str
    variant_name: str
    at: datetime
    aborted: bool
    rated: bool
    place: int | None
    total: int
    rating: RatingChange | None
    others: tuple[Opponent, ...]

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.others) + 1


@dataclass(frozen=True, slots=True)
class Page:
    """Some games, the newest first, and the cursor of those before them (None: there are none)."""

    rows: tuple[Row, ...]
    after: str | None


def counted_cards(player: User, variant: str = "") -> QuerySet[Scorecard]:
    """Return the player's cards of games with a counted result; `variant` "" means all."""
    cards = Scorecard.objects.filter(player=player, finished_at__isnull=False)
    return cards.filter(variant=variant) if variant else cards


def read_counted(player: User, variant: str, after: str | None, most: int) -> Page:
    """Return a page of the games that everybody may see in a list. Raises InvalidCursor.

    Each page is one range of an index, however many games there are.
    """
    return _page(_some(counted_cards(player, variant), "finished_at", after, most), most)


def read_own(player: User, variant: str, after: str | None, most: int) -> Page:
    """Return a page of the player's own list: also games that were broken off, and those that
    ended a moment ago. Raises InvalidCursor.
    """
    # Those are few. Together with all others they would have to be sorted for every page.
    others = Scorecard.objects.filter(player=player, finished_at=None)
    others = others.exclude(game__status=Game.Status.PLAYING)
    if variant:
        others = others.filter(game__variant=variant)
    counted = _some(counted_cards(player, variant), "finished_at", after, most)
    found = [*counted, *_some(others, "game__finished_at", after, most)]
    return _page(sorted(found, key=_place, reverse=True), most)


def _some(
    cards: QuerySet[Scorecard], field: str, after: str | None, most: int
) -> QuerySet[Scorecard]:
    """Return the cards that follow a cursor, the newest first: one more than a page has."""
    if after is not None:
        at, pk = _position(after)
        earlier = Q(**{f"{field}__lt": at}) | Q(pk__lt=pk)
        # The first condition alone would do less, but an index can begin there.
        cards = cards.filter(**{f"{field}__lte": at}).filter(earlier)
    ordered = cards.order_by(f"-{field}", "-pk")
    return ordered.select_related("game").defer("game__snapshot")[: most + 1]


def _page(found: Iterable[Scorecard], most: int) -> Page:
    """Return the page of the first of these cards; if there are more, another one follows."""
    cards = list(found)
    shown = cards[:most]
    prefetch_related_objects(shown, "game__scorecards__player")
    return Page(tuple(map(_row, shown)), _cursor(shown[-1]) if len(cards) > most else None)


def _place(card: Scorecard) -> tuple[datetime, int]:
    """Return what lists of games are ordered by."""
    return card.game.finished_at or card.game.created_at, card.pk


def _row(card: Scorecard) -> Row:
    game = card.game
    return Row(
        code=game.code,
        variant=game.variant,
        variant_name=VARIANTS[game.variant].name,
        at=game.finished_at or game.created_at,
        aborted=game.status == Game.Status.ABORTED,
        rated=game.rated,
        place=card.place,
        total=card.total,
        rating=rating_change(card),
        others=tuple(map(_opponent, (each for each in game.scorecards.all() if each != card))),
    )


def _opponent(card: Scorecard) -> Opponent:
    return Opponent(card.name, account_of(card), card.place, card.total)


def account_of(card: Scorecard) -> str | None:
    """Return the name under which the page of a card's player is found, None if he has none."""
    player = card.player
    return player.name if player is not None and has_page(player) else None


def rating_change(card: Scorecard) -> RatingChange | None:
    """Return what the game did to the rating of the card's player, None if nothing."""
    before = _rating(card.mu_before, card.sigma_before)
    after = _rating(card.mu_after, card.sigma_after)
    return None if before is None or after is None else ratings.change(before, after)


def _rating(mu: float | None, sigma: float | None) -> ratings.Rating | None:
    return None if mu is None or sigma is None else ratings.Rating(mu, sigma)


def has_page(player: User) -> bool:
    """Whether a player has a page of his own: an account that is still there, and no bot."""
    return player.is_active and not player.is_guest and not player.is_bot


def profile_path(player: User) -> str | None:
    """Return the path of the player's page, or None if he has none."""
    return reverse("profile", args=[player.name]) if has_page(player) else None


def _cursor(card: Scorecard) -> str:
    at, pk = _place(card)
    text = f"{(at - EPOCH) // timedelta(microseconds=1)}:{pk}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _position(cursor: str) -> tuple[datetime, int]:
    """Return when the last game of a page ended, and the id of its card. Raises InvalidCursor."""
    try:
        padded = cursor.encode() + b"=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
        micros, _, pk = text.partition(":")
        at, number = EPOCH + timedelta(microseconds=int(micros)), int(pk)
    except (binascii.Error, UnicodeError, ValueError, OverflowError) as error:
        raise InvalidCursor("this cursor is not of a list of games") from error
    # What no column can hold the database would refuse.
    if not 0 <= number < 2**63:
        raise InvalidCursor("this cursor is out of range")
    return at, number
