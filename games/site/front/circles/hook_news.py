"""Finds what has happened in circles with an address, and stores it to be posted, each once."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.site.events.appointments.models import Appointment
from games.site.events.cards.models import Card, CardEntry
from games.site.front.circles.models import CircleEvening, CircleHook, CircleMessage
from games.site.front.circles.nights import end
from games.tables.matchmaking.models import Invitation
from games.tables.rooms.models import Room

TABLE_FOR = timedelta(minutes=30)
"""How long it is news that a table is open."""
NEWS_FOR = timedelta(days=1)
KEPT = timedelta(days=3)
"""How long messages are kept, so that nothing is told twice: longer than anything is news."""
COUNTED_WITHIN = timedelta(minutes=15)
"""Games of a night are counted within this time after its end."""
MAX_EVENINGS = 200
MAX_LOOKED_AT = 10_000

Told = tuple[int, str]
"""A circle, and the subject of a message."""


def working() -> QuerySet[CircleHook]:
    """Return the addresses to which something is posted."""
    return CircleHook.objects.filter(off_at=None, circle__archived_at=None)


def find_news(now: datetime) -> int:
    """Store the messages about what has happened. Return how many are new."""
    hooks = dict(working().values_list("circle", "made_at"))
    found = [*_ended_evenings(now)]
    if not hooks:
        return 0
    circles = list(hooks)
    found += [*_tables(circles, now), *_cards(circles, now)]
    known = set(
        CircleMessage.objects.filter(hook__in=circles, created_at__gt=now - KEPT).values_list(
            "hook", "subject"
        )
    )
    fresh = [each for each in found if each[0] in hooks and each not in known]
    CircleMessage.objects.bulk_create(
        [
            CircleMessage(
                hook_id=circle, subject=subject, facts="{}", created_at=now, next_try_at=now
            )
            for circle, subject in fresh
        ],
        ignore_conflicts=True,
    )
    return len(fresh)


def _tables(circles: list[int], now: datetime) -> Iterator[Told]:
    """Yield the tables of which the circle was told: by who opened it, or with an appointment."""
    asked = Invitation.objects.filter(room=OuterRef("pk"), circle=OuterRef("circle"))
    dated = Appointment.objects.filter(room=OuterRef("pk"), circle=OuterRef("circle"))
    rooms = Room.objects.filter(circle__in=circles, created_at__gt=now - TABLE_FOR, ended=False)
    told = rooms.filter(Exists(asked) | Exists(dated), created_at__gte=F("circle__hook__made_at"))
    for circle, room in told.order_by("pk").values_list("circle", "pk"):
        if circle is not None:
            yield circle, f"table.opened:{room}"


def _cards(circles: list[int], now: datetime) -> Iterator[Told]:
    begin = F("circle__hook__made_at")
    since = now - NEWS_FOR
    cards = Card.objects.filter(circle__in=circles)
    steps: Iterable[tuple[str, QuerySet[Card]]] = (
        (
            "card.opened",
            # Its seed has been shown: it can be played.
            cards.filter(created_at__gt=since, created_at__gte=begin, ended_at=None).exclude(
                share=None
            ),
        ),
        (
            "card.closed",
            cards.filter(revealed_at__gt=since, revealed_at__gte=begin).exclude(share=None),
        ),
    )
    for kind, rows in steps:
        for circle, card in rows.order_by("pk").values_list("circle", "pk"):
            if circle is not None:
                yield circle, f"{kind}:{card}"
    played = CardEntry.objects.filter(
        card__circle__in=circles,
        card__revealed_at=None,
        over=True,
        total__isnull=False,
        game__finished_at__gt=since,
        game__finished_at__gte=F("card__circle__hook__made_at"),
    )
    for circle, entry in played.order_by("pk").values_list("card__circle", "pk"):
        if circle is not None:
            yield circle, f"card.played:{entry}"


@transaction.atomic
def _ended_evenings(now: datetime) -> list[Told]:
    """Return the evenings whose night is over. Each is taken once, whether anybody is told."""
    # Those of tonight are not locked: their games are being counted.
    found = untold_evenings(now).order_by("night", "pk").values_list("pk", "night", "circle__zone")
    ids = [
        pk for pk, night, zone in found[:MAX_LOOKED_AT] if end(night, zone) <= now - COUNTED_WITHIN
    ]
    locked = CircleEvening.objects.select_for_update(of=("self",)).select_related("circle")
    over = list(locked.filter(pk__in=ids[:MAX_EVENINGS], announced=False).order_by("pk"))
    CircleEvening.objects.filter(pk__in=[each.pk for each in over]).update(announced=True)
    hooks = dict(working().values_list("circle", "made_at"))
    return [
        (each.circle_id, f"evening.ended:{each.pk}")
        for each in over
        if each.circle_id in hooks
        and each.last_at >= hooks[each.circle_id]
        and end(each.night, each.circle.zone) > now - NEWS_FOR
    ]


def untold_evenings(now: datetime) -> QuerySet[CircleEvening]:
    """Return the evenings whose night may be over, depending on their zone."""
    # Somewhere it is tomorrow 14 hours before UTC.
    last = (now + timedelta(hours=14)).date()
    return CircleEvening.objects.filter(Q(announced=False), night__lt=last)


def forget_old(now: datetime) -> int:
    """Delete messages that nobody can tell again. Return how many."""
    return CircleMessage.objects.filter(created_at__lt=now - KEPT).delete()[0]
