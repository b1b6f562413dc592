"""The sums of a circle's games, and how they follow when a game is counted, weighed or taken back,
and when people become one.

Call everything here while the circle is locked: then no sum is written twice at a time.
`CirclePlay` has what is summed. Anyone who has left the site has no sums.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from games.people.accounts.names import DELETED_NAME
from games.site.front.circles.models import (
    CircleEvening,
    CircleEveningPlace,
    CirclePair,
    CirclePlay,
    CircleStanding,
)

STANDING_SUMS = ("games", "wins", "points", "weighed", "loss", "luck")


class Played(NamedTuple):
    """Somebody in a game. `place`: among the people; equal ones share it."""

    seat: int
    player: int | None
    name: str
    total: int
    place: int
    loss: float | None = None
    luck: float | None = None


def ranked(people: Iterable[Played]) -> list[Played]:
    """Give the people of a game their places among each other, by those that they had."""
    found = list(people)
    return [
        each._replace(place=1 + sum(other.place < each.place for other in found)) for each in found
    ]


def key_of(people: Iterable[tuple[int | None, str]]) -> str:
    """Return what is the same for the same people, by their ids, or names without an account."""
    marks = {
        f"p{player}" if player is not None else f"n{name.casefold()}" for player, name in people
    }
    return hashlib.sha256("\n".join(sorted(marks)).encode()).hexdigest()


def evening_of(
    circle_id: int, night: date, people: Sequence[Played], at: datetime
) -> CircleEvening:
    """Return the evening of these people, a new one if it is their first game."""
    evening, _ = CircleEvening.objects.get_or_create(
        circle_id=circle_id,
        night=night,
        people=key_of((each.player, each.name) for each in people),
        defaults={"last_at": at},
    )
    return evening


def add(evening: CircleEvening, season: str, plays: Sequence[CirclePlay]) -> None:
    """Add the plays of one game, which are stored, to all sums."""
    at = max(play.at for play in plays)
    CircleEvening.objects.filter(pk=evening.pk).update(games=F("games") + 1)
    CircleEvening.objects.filter(pk=evening.pk, last_at__lt=at).update(last_at=at)
    for play in (each for each in plays if not is_gone(each)):
        sums = {"games": F("games") + 1, "points": F("points") + play.total, "name": play.name}
        if play.place == 1:
            sums["wins"] = F("wins") + 1
        first = {"games": 1, "wins": int(play.place == 1), "points": play.total, "name": play.name}
        places = CircleEveningPlace.objects.filter(_same_person(play), evening=evening)
        if not places.update(**sums):
            CircleEveningPlace.objects.create(evening=evening, player_id=play.player_id, **first)
        if play.player_id is None:
            continue  # a name on a card of real dice
        key = {"circle_id": evening.circle_id, "season": season, "player_id": play.player_id}
        if not CircleStanding.objects.filter(**key).update(**sums):
            CircleStanding.objects.create(**key, **first)
        if play.loss is not None:
            weigh(play)
    _add_pairs(evening.circle_id, plays)


def is_gone(play: CirclePlay) -> bool:
    """Whether anyone who played it has left the site."""
    return play.player_id is None and play.name == DELETED_NAME


def weigh(play: CirclePlay) -> None:
    """Add choices and luck of a play to its season."""
    if play.player_id is None:
        return
    CircleStanding.objects.filter(
        circle=play.circle_id, season=play.season, player=play.player_id
    ).update(
        weighed=F("weighed") + 1, loss=F("loss") + play.loss, luck=F("luck") + (play.luck or 0.0)
    )


def _same_person(play: CirclePlay) -> Q:
    if play.player_id is not None:
        return Q(player=play.player_id)
    return Q(player=None, name=play.name)


def _add_pairs(circle_id: int, plays: Iterable[CirclePlay]) -> None:
    for low, high, who in ahead_in(plays):
        sums = {"games": F("games") + 1}
        if who:
            sums[who] = F(who) + 1
        key = {"circle_id": circle_id, "one_id": low, "other_id": high}
        if not CirclePair.objects.filter(**key).update(**sums):
            CirclePair.objects.create(**key, games=1, **({who: 1} if who else {}))


def ahead_in(plays: Iterable[CirclePlay]) -> Iterable[tuple[int, int, str]]:
    """Yield the pairs of a game, the lower id first, and the column that tells who was ahead."""
    places = {play.player_id: play.place for play in plays if play.player_id is not None}
    for low, high in combinations(sorted(places), 2):
        one, other = places[low], places[high]
        yield low, high, "" if one == other else "one_ahead" if one < other else "other_ahead"


# --- Again, from all plays ------------------------------------------------------------------


def refresh_standings(circle_id: int, players: Collection[int]) -> None:
    """Sum up the seasons of these players again."""
    CircleStanding.objects.filter(circle=circle_id, player__in=players).delete()
    plays = CirclePlay.objects.filter(circle=circle_id, player__in=players).order_by()
    names = dict(plays.order_by("at", "pk").values_list("player", "name"))
    rows = plays.values_list("season", "player").annotate(
        n=Count("pk"),
        first=Count("pk", filter=Q(place=1)),
        sum_total=Sum("total"),
        known=Count("loss"),
        sum_loss=Sum("loss", default=0.0),
        sum_luck=Sum("luck", default=0.0),
    )
    CircleStanding.objects.bulk_create(
        CircleStanding(
            circle_id=circle_id,
            season=season,
            player_id=player,
            name=names[player],
            **dict(zip(STANDING_SUMS, sums, strict=True)),
        )
        for season, player, *sums in rows
    )


def refresh_pairs(circle_id: int, players: Collection[int]) -> None:
    """Count again how these players did against everybody."""
    CirclePair.objects.filter(Q(one__in=players) | Q(other__in=players), circle=circle_id).delete()
    mine = CirclePlay.objects.filter(circle=circle_id, player__in=players)
    both = Q(game__in=mine.values("game")) | Q(real__in=mine.values("real"))
    games = defaultdict(list)
    for play in CirclePlay.objects.filter(both, circle=circle_id).exclude(player=None):
        games[play.game_id, play.real_id].append(play)
    sums: dict[tuple[int, int], CirclePair] = {}
    for plays in games.values():
        for low, high, who in ahead_in(plays):
            if low not in players and high not in players:
                continue
            pair = sums.setdefault(
                (low, high), CirclePair(circle_id=circle_id, one_id=low, other_id=high)
            )
            pair.games += 1
            if who:
                setattr(pair, who, getattr(pair, who) + 1)
    CirclePair.objects.bulk_create(sums.values())


def refresh_evenings(evenings: QuerySet[CircleEvening]) -> None:
    """Sum up these evenings again. Two that are of the same people now become one."""
    for evening in evenings.order_by("pk"):
        plays = CirclePlay.objects.filter(evening=evening)
        people = key_of(plays.values_list("player", "name"))
        if not plays:
            evening.delete()
            continue
        same = CircleEvening.objects.filter(
            circle=evening.circle_id, night=evening.night, people=people
        ).exclude(pk=evening.pk)
        for other in same:
            CirclePlay.objects.filter(evening=other).update(evening=evening)
            other.delete()
        evening.people = people
        _refresh_evening(evening)


def _refresh_evening(evening: CircleEvening) -> None:
    plays = CirclePlay.objects.filter(evening=evening)
    found = plays.aggregate(
        games=Count("game", distinct=True), real=Count("real", distinct=True), last=Max("at")
    )
    evening.games, evening.last_at = found["games"] + found["real"], found["last"]
    evening.save(update_fields=["people", "games", "last_at"])
    CircleEveningPlace.objects.filter(evening=evening).delete()
    sums: dict[tuple[int | None, str], CircleEveningPlace] = {}
    for play in plays.order_by("at", "pk"):
        if is_gone(play):
            continue
        person = (play.player_id, play.name if play.player_id is None else "")
        place = sums.setdefault(
            person, CircleEveningPlace(evening=evening, player_id=play.player_id)
        )
        place.name, place.games = play.name, place.games + 1
        place.wins, place.points = place.wins + (play.place == 1), place.points + play.total
    CircleEveningPlace.objects.bulk_create(sums.values())
