"""Who shares a device or an internet address with somebody, as far as the database knows."""

from django.db.models import F, Q

from games.people.accounts.models import User
from games.record.log.models import GameAddress, GameEvent, Scorecard
from games.record.ratings.model import UnratedReason
from games.tables.rooms.models import Room, Seat


def mates_of(player_id: int) -> frozenset[int]:
    """Return the players who share a device with this one: at tables on one device, who added,
    played for or was played for by whom; whose guests they are; and everybody with whom a game did
    not count, or will not, because of one internet address. One query.
    """
    device = Seat.objects.filter(
        Q(player=player_id) | Q(operator=player_id) | Q(lender=player_id),
        Q(operator__isnull=False) | Q(lender__isnull=False),
    )
    marks = GameAddress.objects.filter(player=player_id)
    same_mark = GameAddress.objects.filter(
        game__in=marks.values("game"), mark__in=marks.values("mark")
    )
    desks = Seat.objects.filter(player=player_id).exclude(address="")
    beside = Seat.objects.filter(room__in=desks.values("room"), address__in=desks.values("address"))
    one_address = Scorecard.objects.filter(
        player=player_id, game__uncounted=UnratedReason.SAME_ADDRESS
    )
    found = device.annotate(mate=F("player")).values_list("mate")
    kept = User.objects.filter(Q(added_by=player_id) | Q(added__id=player_id))
    others = (
        kept.annotate(mate=F("pk")).values_list("mate"),
        device.annotate(mate=F("operator")).values_list("mate"),
        device.annotate(mate=F("lender")).values_list("mate"),
        beside.annotate(mate=F("player")).values_list("mate"),
        same_mark.annotate(mate=F("player")).values_list("mate"),
        Scorecard.objects.filter(game__in=one_address.values("game"))
        .annotate(mate=F("player"))
        .values_list("mate"),
    )
    # Without an order of their own: a part of a union cannot have one.
    rows = found.order_by().union(*(each.order_by() for each in others))
    return frozenset(mate for (mate,) in rows if mate is not None) - {player_id}


def operators_in_game(game: int) -> set[int]:
    """Return who has acted in a game for a player on their device, by its log."""
    acts = GameEvent.objects.filter(game=game, by__contains=".").values_list("by", flat=True)
    # "17.2:id": player 17 acted for seat 2.
    found = (by.partition(":")[0].partition(".") for by in acts)
    return {int(operator) for operator, dot, _ in found if dot and operator.isdigit()}


def people_at(room: Room) -> tuple[set[int], set[int]]:
    """Return who sits at a table now, and who plays for somebody there or has added them."""
    seats = room.seats.exclude(player=None).values_list("player", "operator", "lender")
    seated, operators = set(), set()
    for player, operator, lender in seats:
        seated.add(player)
        operators.update({operator, lender} - {None})
    return seated, operators
