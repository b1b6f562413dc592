"""The order in which moderators see cases. The database sorts, so that no flood of reports can push
a case out of the list.
"""

from datetime import datetime, timedelta

from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber

from games.site.account.desk.models import Case as DeskCase
from games.site.account.desk.models import Report

OFTEN_RIGHT_PERCENT = 70
"""The share of upheld reports from which a reporter counts as often right."""
MIN_JUDGED = 4
"""So many judged reports, before anybody counts as often right."""
TRUSTED_IN_A_ROW = 2
"""After so many cases of reporters who are often right, one of somebody else comes."""
OVERDUE = timedelta(hours=12)
"""A case that has waited longer comes before all others, no matter who reported it."""


def in_order(now: datetime) -> QuerySet[DeskCase]:
    """Return all cases that wait, first to last.

    First those that have waited for long, among them those of reporters who are often right. Then
    two of such reporters for each one of others; of these, those with most reports first.
    """
    trusted = Report.objects.filter(case=OuterRef("pk"), reporter__in=_often_right())
    reports = (
        Report.objects.filter(case=OuterRef("pk"))
        .order_by()
        .values("case")
        .annotate(number=Count("pk"))
        .values("number")
    )
    waiting = DeskCase.objects.exclude(state=DeskCase.State.CLOSED).annotate(
        late=ExpressionWrapper(Q(opened_at__lt=now - OVERDUE), BooleanField()),
        trusted=Exists(trusted),
        reported=Coalesce(Subquery(reports), 0),
    )
    # Others go by their reports; of the trusted and of the late ones, the oldest are first.
    weight = Case(
        When(Q(trusted=True) | Q(late=True), then=Value(0)),
        default=-F("reported"),
        output_field=IntegerField(),
    )
    rank = Window(
        RowNumber(),
        partition_by=[F("late"), F("trusted")],
        order_by=[weight.asc(), F("opened_at").asc(), F("pk").asc()],
    )
    return (
        waiting.annotate(rank=rank)
        .annotate(turn=_turn())
        .order_by(F("late").desc(), "turn", F("trusted").desc(), "opened_at", "pk")
    )


def _turn() -> Case:
    """Return when a case's turn comes: late ones that are trusted, late ones; then the others, two
    of the trusted with one of the rest.
    """
    in_turn = (F("rank") + TRUSTED_IN_A_ROW - 1) / Value(TRUSTED_IN_A_ROW)
    return Case(
        When(late=True, trusted=True, then=Value(0)),
        When(late=True, then=Value(1)),
        When(trusted=True, then=in_turn),
        default=F("rank"),
        output_field=IntegerField(),
    )


def _often_right() -> QuerySet[Report, int | None]:
    """Return the reporters who are often right."""
    judged = Report.objects.filter(upheld__isnull=False, reporter__isnull=False)
    records = (
        judged.order_by()
        .values("reporter")
        .annotate(judged=Count("pk"), right=Count("pk", filter=Q(upheld=True)))
        .annotate(surplus=F("right") * 100 - F("judged") * OFTEN_RIGHT_PERCENT)
    )
    return records.filter(judged__gte=MIN_JUDGED, surplus__gte=0).values_list("reporter", flat=True)
