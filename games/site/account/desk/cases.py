"""The cases that wait, and what the pages of the desk show of them.

The database sorts the queue, so that no flood of reports can push a case back.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
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
from django.db.models import Case as Choice
from django.db.models.functions import Coalesce, RowNumber

from games.people.accounts.facts import actor_of, role_of
from games.people.accounts.models import User
from games.people.authority.answers import may
from games.people.authority.records import Action, Role
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.record.log.models import Scorecard
from games.record.ratings.model import UnratedReason
from games.site.account.desk.facts import facts_of_all, facts_of_appeals, facts_of_decisions
from games.site.account.desk.models import Appeal, Case, Report
from games.site.events.cards.witnesses import note_witness

OFTEN_RIGHT_PERCENT = 70
"""The share of upheld reports from which a reporter counts as often right."""
MIN_JUDGED = 4
"""So many judged reports, before anybody counts as often right."""
TRUSTED_IN_A_ROW = 2
"""After so many cases of reporters who are often right, one of somebody else comes."""
OVERDUE = timedelta(hours=12)
"""A case that has waited longer comes before all others, no matter who reported it."""
MOST_SHOWN = 100
SURE_FROM = 5
"""So many games from one internet address: two accounts may well belong to one person."""


def in_order(now: datetime) -> QuerySet[Case]:
    """Return all cases that wait, first to last.

    First those that have waited for long, among them those of reporters who are often right. Then
    two of such reporters for each one of others; of these, those with most reports first. One query
    goes out at once: the order names its result five times, and a database would count each time.
    """
    trusted = Report.objects.filter(case=OuterRef("pk"), reporter__in=list(_often_right()))
    reports = (
        Report.objects.filter(case=OuterRef("pk"))
        .order_by()
        .values("case")
        .annotate(number=Count("pk"))
        .values("number")
    )
    waiting = Case.objects.exclude(state=Case.State.CLOSED).annotate(
        late=ExpressionWrapper(Q(opened_at__lt=now - OVERDUE), BooleanField()),
        trusted=Exists(trusted),
        reported=Coalesce(Subquery(reports), 0),
    )
    # Others go by their reports; of the trusted and of the late ones, the oldest are first.
    weight = Choice(
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


def _turn() -> Choice:
    """Return when a case's turn comes: late ones that are trusted, late ones; then the others, two
    of the trusted with one of the rest.
    """
    in_turn = (F("rank") + TRUSTED_IN_A_ROW - 1) / Value(TRUSTED_IN_A_ROW)
    return Choice(
        When(late=True, trusted=True, then=Value(0)),
        When(late=True, then=Value(1)),
        When(trusted=True, then=in_turn),
        default=F("rank"),
        output_field=IntegerField(),
    )


def _often_right() -> QuerySet[Report, int | None]:
    """Find who is often right, of those whose reports wait."""
    waits = Report.objects.exclude(case__state=Case.State.CLOSED).values("reporter")
    judged = Report.objects.filter(upheld__isnull=False, reporter__in=waits)
    records = (
        judged.order_by()
        .values("reporter")
        .annotate(judged=Count("pk"), right=Count("pk", filter=Q(upheld=True)))
        .annotate(surplus=F("right") * 100 - F("judged") * OFTEN_RIGHT_PERCENT)
    )
    return records.filter(judged__gte=MIN_JUDGED, surplus__gte=0).values_list("reporter", flat=True)


class Companion(NamedTuple):
    """Another account that may belong to the same person."""

    player: User
    games: int

    @property
    def is_likely(self) -> bool:
        return self.games >= SURE_FROM


class Queue(NamedTuple):
    """A page of the queue. `more`: whether there is another page after it."""

    cases: list[Case]
    more: bool


def open_cases(moderator: User, number: int = 1) -> Queue:
    """Return the cases of a page of the queue (from 1) that this moderator may see, first to last.
    At most six queries.
    """
    first = (number - 1) * MOST_SHOWN
    waiting = in_order(utc_now()).select_related("subject")
    if role_of(moderator) is Role.HELPER:
        waiting = waiting.filter(about_talk=True)
    found = list(waiting[first : first + MOST_SHOWN + 1])
    return Queue(visible_to(moderator, found[:MOST_SHOWN]), len(found) > MOST_SHOWN)


def visible_to(moderator: User, cases: Sequence[Case]) -> list[Case]:
    actor = actor_of(moderator)
    facts = facts_of_all(actor, cases)
    return [case for case in cases if may(actor, Action.SEE, facts[case.pk])]


class WaitingAppeal(NamedTuple):
    """An appeal that waits, and whether the moderator may judge it."""

    appeal: Appeal
    may_judge: bool


def waiting_appeals(moderator: User) -> list[WaitingAppeal]:
    """Return the appeals that wait and that this moderator may read, oldest first."""
    found = Appeal.objects.filter(judged_at=None).select_related(
        "sanction__player", "sanction__case__subject"
    )
    appeals = list(found.order_by("at")[:MOST_SHOWN])
    actor = actor_of(moderator)
    facts = facts_of_appeals(actor, appeals)
    return [
        WaitingAppeal(each, may(actor, Action.JUDGE, facts[each.pk]))
        for each in appeals
        if may(actor, Action.READ, facts[each.pk])
    ]


def note_opening(case: Case, moderator: User) -> None:
    """Note that a moderator opens a case: one about a card that others still play is no card for
    them any more.
    """
    games = {copy["game"] for copy in case.evidence if copy.get("game")}
    rooms = {copy["room"] for copy in case.evidence if copy.get("room")}
    note_witness(moderator, games, rooms, utc_now())


def shown_of(case: Case, moderator: User) -> dict[str, Any]:
    """Return what the page of a case shows besides the case, to a moderator who may see it."""
    player = case.subject
    shown: dict[str, Any] = {
        "reports": list(case.reports.select_related("reporter").order_by("at")),
        "others": [],
        "sanctions": [],
        "companions": [],
        "rated": 0,
    }
    if player is None:
        return shown
    others = Case.objects.filter(subject=player).exclude(pk=case.pk).select_related("subject")
    return shown | {
        "others": visible_to(moderator, list(others.order_by("-pk")[:20])),
        "sanctions": _sanctions_of(player, moderator),
        "companions": companions_of(player),
        "rated": Scorecard.objects.filter(player=player, game__rated=True).count(),
    }


def _sanctions_of(player: User, moderator: User) -> list[tuple[Sanction, bool]]:
    """Return the decisions about a player, each with whether this moderator may undo it."""
    found = Sanction.objects.filter(player=player).select_related("player", "case__subject")
    sanctions = list(found.order_by("-pk")[:20])
    actor = actor_of(moderator)
    facts = facts_of_decisions(actor, sanctions)
    return [
        (each, each.undone_at is None and may(actor, Action.UNDO, facts[each.pk]))
        for each in sanctions
    ]


def companions_of(player: User) -> list[Companion]:
    """Return the players with whom games did not count because they shared an internet address.

    That is all the site keeps of addresses. People in one household share one, too.
    """
    mine = Scorecard.objects.filter(
        player=player, game__uncounted=UnratedReason.SAME_ADDRESS
    ).values("game")
    others = Scorecard.objects.filter(game__in=mine).exclude(player=player)
    counts = Counter(others.exclude(player=None).values_list("player", flat=True))
    people = User.objects.in_bulk(counts)
    return [Companion(people[id_], games) for id_, games in counts.most_common(10)]
