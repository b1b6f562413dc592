"""Counts the finished games of circles, each once, and later adds choices and luck.

A game counts for a circle if its table was open for it and two people played it to its end. Bots
play along, but sums are of the people only: places are those among them. Damaged games, games whose
dice many share, and demonstrations count nowhere.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.people.accounts.names import DELETED_NAME
from games.people.circles.membership import note_activity
from games.people.circles.models import Circle
from games.record.log.damage import verify_ended
from games.record.log.models import Game, Scorecard
from games.site.front.circles.models import CirclePlay
from games.site.front.circles.nights import night_of
from games.site.front.circles.season import season_of
from games.site.front.circles.sums import Played, add, evening_of, ranked, weigh
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.real_dice.models import RealDiceGame

MAX_AT_ONCE = 50
FEWEST = 2
"""People of a game that counts."""
WEIGHED_WITHIN = timedelta(days=30)
"""After this, no analysis of a game is waited for."""


def waiting_games() -> QuerySet[Game]:
    """Return the games of circles that are over and not counted."""
    return Game.objects.filter(
        circle__isnull=False, circle_counted=False, finished_at__isnull=False
    )


def count_games() -> int:
    """Verify and count some games, the oldest first. Return how many this worker has counted."""
    games = waiting_games().order_by("finished_at")[:MAX_AT_ONCE]
    ids = list(games.values_list("pk", flat=True))
    verify_ended(Game.objects.filter(pk__in=ids))
    return sum(count_game(game_id) for game_id in ids)


@transaction.atomic
def count_game(game_id: int) -> bool:
    """Count a verified game, once: another worker that counts it now is not waited for. Return
    whether this was done now.
    """
    waiting = waiting_games().filter(pk=game_id, verified=True)
    game = waiting.select_for_update(skip_locked=True, no_key=True).first()
    if game is None or not waiting.update(circle_counted=True):
        return False
    if game.status != Game.Status.FINISHED or game.is_damaged or game.demo or game.share:
        return True
    assert game.circle_id is not None
    assert game.finished_at is not None
    circle = Circle.objects.select_for_update().filter(pk=game.circle_id).first()
    people = people_of(game)
    if circle is not None and len(people) >= FEWEST:
        _store(circle, game.finished_at, game.variant, people, game=game)
    return True


def people_of(game: Game) -> list[Played]:
    """Return the people of a finished game, in order of seats. Anyone who has left the site has no
    number.
    """
    cards = Scorecard.objects.filter(game=game, place__isnull=False).exclude(player__is_bot=True)
    return ranked(
        Played(card.seat, card.player_id, card.name, card.total, card.place)
        if card.player is not None and card.player.is_active
        else Played(card.seat, None, DELETED_NAME, card.total, card.place)
        for card in cards.select_related("player").order_by("seat")
        if card.place is not None
    )


def count_real(circle: Circle, real: RealDiceGame, people: Sequence[Played]) -> None:
    """Count a game with real dice, once. Call it while the circle is locked."""
    if not CirclePlay.objects.filter(real=real).exists():
        _store(circle, real.kept_at, real.text, ranked(people), real=real)


def _store(
    circle: Circle,
    at: datetime,
    variant: str,
    people: Sequence[Played],
    game: Game | None = None,
    real: RealDiceGame | None = None,
) -> None:
    night = night_of(at, circle.zone)
    season = season_of(circle, night)
    evening = evening_of(circle.pk, night, people, at)
    plays = [
        CirclePlay(
            circle=circle,
            game=game,
            real=real,
            evening=evening,
            seat=each.seat,
            player_id=each.player,
            name=each.name,
            at=at,
            variant=variant,
            total=each.total,
            place=each.place,
            season=season,
            weighed=real is not None,
            loss=each.loss,
            luck=each.luck,
        )
        for each in people
    ]
    CirclePlay.objects.bulk_create(plays)
    add(evening, season, plays)
    note_activity([circle.pk], at)


# --- Choices and luck -----------------------------------------------------------------------


def waiting_to_weigh() -> QuerySet[CirclePlay]:
    """Return the plays whose game is analysed, while their choices are not in the season."""
    return CirclePlay.objects.filter(
        weighed=False, game__analysed__gt=0, game__analysed__lt=Game.ANALYSED_LATER
    )


def weigh_games(now: datetime) -> int:
    """Add choices and luck of some analysed games. Return how many plays were weighed."""
    plays = waiting_to_weigh().order_by("at")[:MAX_AT_ONCE]
    games = dict.fromkeys(plays.values_list("game", "circle"))
    if not games:
        CirclePlay.objects.filter(weighed=False, at__lt=now - WEIGHED_WITHIN).update(weighed=True)
    return sum(_weigh_game(game_id, circle_id) for game_id, circle_id in games if game_id)


@transaction.atomic
def _weigh_game(game_id: int, circle_id: int) -> int:
    if Circle.objects.select_for_update().filter(pk=circle_id).first() is None:
        return 0
    plays = list(waiting_to_weigh().filter(game=game_id))
    found = _analyses(game_id)
    for play in plays:
        play.weighed = True
        if play.seat in found:
            play.loss, play.luck = found[play.seat]
            weigh(play)
    CirclePlay.objects.bulk_update(plays, ["weighed", "loss", "luck"])
    return len(plays)


def _analyses(game_id: int) -> dict[int, tuple[float, float]]:
    """Return loss and luck of the seats that chose by themselves, without hints."""
    rows = SeatAnalysis.objects.filter(game=game_id, bot=False, hints=0, counted__gt=0)
    return {
        seat: (loss, float(luck))
        for seat, loss, luck in rows.values_list("seat", "loss", "data__luck")
    }
