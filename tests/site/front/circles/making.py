"""Circles and their games, written straight to the database."""

from datetime import UTC, datetime
from typing import Any

from games.models import (
    Circle,
    CircleEvening,
    CirclePair,
    CirclePlay,
    CircleStanding,
    Game,
    Scorecard,
    SeatAnalysis,
    User,
    new_code,
)
from games.people.circles import membership
from tests.site.front.circles.naive import PlainGame

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def circle_of(owner: User, *others: User, zone: str = "UTC", season: str = "month") -> Circle:
    circle = membership.open_circle(owner, "Harbour dice", "dice", zone, "en")
    Circle.objects.filter(pk=circle.pk).update(season=season)
    for each in others:
        membership.join(circle, each)
    circle.refresh_from_db()
    return circle


def finished(
    circle: Circle | None,
    people: list[tuple[User, int, int]],
    at: datetime = NOON,
    variant: str = "yacht",
    **columns: Any,
) -> Game:
    """Store a game that is over: who, with which total, at which place of the table."""
    values = {"status": "finished", "verified": True, **columns}
    game = Game.objects.create(
        code=new_code(),
        number=1,
        variant=variant,
        circle=circle,
        created_at=at,
        finished_at=at,
        **values,
    )
    Scorecard.objects.bulk_create(
        Scorecard(
            game=game, seat=seat, player=who, name=who.name, position="", total=total, place=place
        )
        for seat, (who, total, place) in enumerate(people)
    )
    return game


def analysed(game: Game, seat: int, loss: float, luck: float, **columns: Any) -> None:
    assert game.finished_at is not None
    SeatAnalysis.objects.create(
        game=game,
        seat=seat,
        variant=game.variant,
        finished_at=game.finished_at,
        loss=loss,
        squares=0,
        data={"luck": luck},
        **{"counted": 20, **columns},
    )


def stored(circle: Circle) -> dict[str, Any]:
    """Return the sums in the database, as `naive.sums` has them."""
    return {**stored_sums(circle), "evenings": stored_evenings(circle)}


def stored_evenings(circle: Circle) -> dict[Any, Any]:
    evenings: dict[Any, Any] = {}
    for evening in CircleEvening.objects.filter(circle=circle):
        plays = CirclePlay.objects.filter(evening=evening)
        who = {player for player in plays.values_list("player", flat=True) if player is not None}
        named = tuple(sorted(who)) + ("gone",) * plays.filter(player=None).exists()
        rows = {p.player_id: [p.games, p.wins, p.points] for p in evening.places.all()}
        assert (evening.night, named) not in evenings
        evenings[evening.night, named] = (evening.games, rows)
    return evenings


def stored_sums(circle: Circle) -> dict[str, Any]:
    return {
        "standings": {
            (row.season, row.player_id): tuple(
                round(each, 6)
                for each in (row.games, row.wins, row.points, row.weighed, row.loss, row.luck)
            )
            for row in CircleStanding.objects.filter(circle=circle)
        },
        "pairs": {
            (pair.one_id, pair.other_id): [pair.games, pair.one_ahead, pair.other_ahead]
            for pair in CirclePair.objects.filter(circle=circle)
        },
    }


def plain(game: Game) -> PlainGame:
    """Return a stored game as the naive implementation reads it: from its scorecards."""
    cards = game.scorecards.exclude(player__is_bot=True).order_by("seat").select_related("player")
    found = {
        row.seat: (row.loss, row.data["luck"])
        for row in SeatAnalysis.objects.filter(game=game, bot=False, hints=0)
    }
    assert game.finished_at is not None
    people, choices = [], {}
    for card in cards:
        who = card.player if card.player is not None and card.player.is_active else None
        assert card.place is not None
        people.append((None if who is None else who.pk, card.total, card.place))
        if who is not None and card.seat in found:
            choices[who.pk] = found[card.seat]
    return PlainGame(game.finished_at, game.variant, people, choices)
