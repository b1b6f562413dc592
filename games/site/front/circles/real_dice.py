"""Games with real dice that their keeper gives to a circle, and takes back."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.membership import find_circle, lock
from games.people.circles.models import Circle, CircleMember
from games.site.front.circles.counting import FEWEST, count_real
from games.site.front.circles.models import CircleEvening, CirclePlay
from games.site.front.circles.sums import (
    Played,
    refresh_evenings,
    refresh_pairs,
    refresh_standings,
)
from games.site.study.real_dice import kept
from games.site.study.real_dice.models import RealDiceGame


class Member(NamedTuple):
    """A member who may be one of the names on a card."""

    player: int
    name: str


class CardName(NamedTuple):
    """A name on a card, and the member who has the very name, or None."""

    seat: int
    name: str
    member: int | None


def members_of(circle: Circle) -> list[Member]:
    places = CircleMember.objects.filter(circle=circle).order_by("player__name", "pk")
    return [Member(*row) for row in places.values_list("player", "player__name")]


def names_on(row: RealDiceGame, members: list[Member]) -> list[CardName]:
    """Return the names on a card, each with the member whom the form proposes."""
    same = {member.name: member.player for member in reversed(members)}
    return [CardName(seat, name, same.get(name)) for seat, name in enumerate(row.card["names"])]


def give(keeper: User, code: str, circle_code: str, chosen: Mapping[int, int]) -> Circle:
    """Count a kept game for a circle. `chosen`: which members sat where; the other names have no
    account. Raises Refused.
    """
    row = _kept(keeper, code)
    circle, _ = find_circle(circle_code, keeper.pk)
    with transaction.atomic():
        locked = lock(circle.pk)
        if locked.archived_at is not None:
            raise Refused(ErrorCode.FORBIDDEN, "This circle is archived.")
        ids = {member.player for member in members_of(locked)}
        if len(set(chosen.values())) < len(chosen) or not ids.issuperset(chosen.values()):
            raise Refused(ErrorCode.BAD_MESSAGE, "Choose each member once.")
        people = _people(row, chosen)
        if kept.give(row, locked.pk):
            count_real(locked, row, people)
    return locked


def take_back(keeper: User, code: str) -> None:
    """Take a game out of the sums of its circle. Raises Refused."""
    row = _kept(keeper, code)
    if row.circle_id is None:
        return
    with transaction.atomic():
        circle = lock(row.circle_id)
        kept.give(row, None)
        plays = CirclePlay.objects.filter(circle=circle, real=row)
        people = set(plays.exclude(player=None).values_list("player", flat=True))
        evenings = list(plays.values_list("evening", flat=True))
        plays.delete()
        refresh_evenings(CircleEvening.objects.filter(pk__in=evenings))
        refresh_standings(circle.pk, people)
        refresh_pairs(circle.pk, people)


def _kept(keeper: User, code: str) -> RealDiceGame:
    row = kept.find(code)
    if row is None or row.player_id != keeper.pk or row.offline is not None:
        raise Refused(ErrorCode.NOT_FOUND, "That is no longer here.")
    return row


def _people(row: RealDiceGame, chosen: Mapping[int, int]) -> list[Played]:
    game = kept.game_in(row)
    if game is None or len(game.seats) < FEWEST:
        raise Refused(ErrorCode.FORBIDDEN, "A game of two people or more can count.")
    names = dict(User.objects.filter(pk__in=chosen.values()).values_list("pk", "name"))
    people = []
    for number, (seat, place) in enumerate(zip(game.seats, game.places, strict=True)):
        choices = row.verdict["seats"][number].get("choices")
        player = chosen.get(number)
        people.append(
            Played(
                number,
                player,
                seat.name if player is None else names[player],
                seat.card.total,
                place,
                *((choices["loss"], choices["luck"]) if choices and choices["counted"] else ()),
            )
        )
    return people
