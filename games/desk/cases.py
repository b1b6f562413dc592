"""What the pages of the desk show."""

from collections import Counter
from typing import Any, NamedTuple

from django.db.models import Count, Q

from games.accounts.models import User
from games.clock import utc_now
from games.conduct.models import Sanction
from games.desk.access import MODERATOR, role_of
from games.desk.models import Appeal, Case, Report
from games.desk.queue import Waiting, in_order
from games.log.models import Scorecard
from games.ratings.model import UnratedReason

MOST_SHOWN = 100
SURE_FROM = 5
"""So many games from one internet address: two accounts may well belong to one person."""


class Companion(NamedTuple):
    """Another account that may belong to the same person."""

    player: User
    games: int

    @property
    def is_likely(self) -> bool:
        """Whether the evidence is more than weak."""
        return self.games >= SURE_FROM


def open_cases(moderator: User) -> list[Case]:
    """Return the cases that this moderator may see, first to last."""
    cases = Case.objects.exclude(state=Case.State.CLOSED).select_related("subject", "asked_by")
    if role_of(moderator) != MODERATOR:
        cases = cases.filter(about_talk=True)
    cases = cases.prefetch_related("reports").order_by("opened_at")[:MOST_SHOWN]
    found = {case.pk: case for case in cases}
    records = _records({each.reporter_id for case in found.values() for each in case.reports.all()})
    waiting = []
    for case in found.values():
        reporters = [each.reporter_id for each in case.reports.all()]
        best = max((records.get(each, (0, 0)) for each in reporters), default=(0, 0))
        waiting.append(Waiting(case.pk, case.opened_at, *best, len(reporters)))
    return [found[id_] for id_ in in_order(waiting, utc_now())]


def _records(reporters: set[int | None]) -> dict[int | None, tuple[int, int]]:
    """Return how many reports of each of these people were upheld, and how many judged."""
    judged = Report.objects.filter(reporter__in=reporters - {None}, upheld__isnull=False)
    rows = judged.values_list("reporter").annotate(
        right=Count("pk", filter=Q(upheld=True)), all=Count("pk")
    )
    return {reporter: (right, all_) for reporter, right, all_ in rows}


def waiting_appeals() -> list[Appeal]:
    """Return the appeals that wait, oldest first."""
    found = Appeal.objects.filter(judged_at=None).select_related(
        "sanction__player", "sanction__case"
    )
    return list(found.order_by("at")[:MOST_SHOWN])


def facts_of(case: Case) -> dict[str, Any]:
    """Return what the page of a case shows besides the case."""
    player = case.subject
    facts: dict[str, Any] = {
        "reports": list(case.reports.select_related("reporter").order_by("at")),
        "others": [],
        "sanctions": [],
        "companions": [],
        "rated": 0,
    }
    if player is None:
        return facts
    return facts | {
        "others": list(
            Case.objects.filter(subject=player).exclude(pk=case.pk).order_by("-pk")[:20]
        ),
        "sanctions": list(Sanction.objects.filter(player=player).order_by("-pk")[:20]),
        "companions": companions_of(player),
        "rated": Scorecard.objects.filter(player=player, game__rated=True).count(),
    }


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
