"""Ask for the exact table of house rules, and learn whether it is there."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

from games.clock import utc_now
from games.rules import Variant, is_house_rules
from games.solver import is_exact
from games.solving.models import RuleSet

MOST_WAITING = 500
"""More than so many are refused until some are solved."""
LOST_AFTER = timedelta(minutes=10)
"""A computation that takes longer has lost its worker, and begins again."""
AGAIN_AFTER = timedelta(minutes=1)
"""A table that is missing sooner after it was solved is on a disk that this process cannot read."""
FAILED_FOR = timedelta(days=1)
"""How long rules that could not be solved are not tried again."""
KEPT = timedelta(days=90)
"""How long a row is kept after somebody last asked for it."""


NEVER = datetime.min.replace(tzinfo=UTC)


class Perfect(NamedTuple):
    """What is known about perfect play. `expected` and `sd`: None until the rules are solved.

    `state`: "solved", "waiting", "failed", or "never" for rules that cannot be solved.
    """

    state: str
    expected: float | None = None
    sd: float | None = None


def perfect_play(variant: Variant) -> Perfect:
    """Return what is known about perfect play with these rules. Asks for nothing."""
    if not is_exact(variant):
        return Perfect("never")
    row = RuleSet.objects.filter(text=variant.id).first()
    if row is None:
        return Perfect("waiting")
    if row.expected is not None:
        return Perfect("solved", row.expected, row.sd)
    return Perfect("failed" if row.state == RuleSet.State.FAILED else "waiting")


def ask(variant: Variant, asker: int | None = None) -> bool:
    """Ask for the table of house rules. `asker`: the id of the player, if it is one.

    Returns False if they cannot be solved, need no table of their own, or too many others wait.
    Call it when the table is missing: it is made again if it was deleted.
    """
    if not is_house_rules(variant) or not is_exact(variant):
        return False
    now = utc_now()
    waiting = RuleSet.State.WAITING
    known = RuleSet.objects.filter(text=variant.id)
    missing = Q(state=RuleSet.State.SOLVED, solved_at__lt=now - AGAIN_AFTER)
    failed = Q(state=RuleSet.State.FAILED, started_at__lt=now - FAILED_FOR)
    if known.filter(missing | failed).update(state=waiting, asked_at=now, asker=asker):
        return True
    if known.exists():
        return True
    if RuleSet.objects.filter(state=waiting).count() >= MOST_WAITING:
        return False
    rows = [RuleSet(text=variant.id, asker_id=asker, asked_at=now)]
    RuleSet.objects.bulk_create(rows, ignore_conflicts=True)
    return True


def is_ready(variant: Variant) -> bool:
    """Whether this process can read the table of these rules, or needs none. Never call it in the
    event loop.
    """
    from games import solver  # noqa: PLC0415 - importing numba takes a second

    return solver.is_ready(variant)


def want(variant: Variant, asker: int | None = None) -> None:
    """Ask for the table of house rules that are new to the site."""
    if is_house_rules(variant) and not RuleSet.objects.filter(text=variant.id).exists():
        ask(variant, asker)


def solved() -> QuerySet[RuleSet]:
    """Return the rule sets that are solved."""
    return RuleSet.objects.filter(state=RuleSet.State.SOLVED)


def waiting(now: datetime) -> QuerySet[RuleSet]:
    """Return the rule sets to solve, if nobody solves one now."""
    return RuleSet.objects.filter(
        Q(state=RuleSet.State.WAITING)
        | Q(state=RuleSet.State.SOLVING, started_at__lt=now - LOST_AFTER)
    )


def claim() -> RuleSet | None:
    """Return the rule set to solve next, claimed; None if there is none or one is being solved.

    Who was served least recently comes first, so that nobody can hold up the others.
    """
    now = utc_now()
    lost = RuleSet.objects.filter(state=RuleSet.State.SOLVING, started_at__lt=now - LOST_AFTER)
    lost.update(state=RuleSet.State.WAITING)
    if RuleSet.objects.filter(state=RuleSet.State.SOLVING).exists():
        return None
    found = _next()
    if found is None:
        return None
    try:
        with transaction.atomic():
            mine = RuleSet.objects.filter(pk=found.pk, state=RuleSet.State.WAITING)
            claimed = mine.update(state=RuleSet.State.SOLVING, started_at=now)
    except IntegrityError:  # another worker was faster
        return None
    return found if claimed else None


def _next() -> RuleSet | None:
    rows = list(RuleSet.objects.filter(state=RuleSet.State.WAITING))
    askers = {row.asker_id for row in rows}
    begun = RuleSet.objects.exclude(started_at=None)
    of_askers = begun.filter(Q(asker__in=askers - {None}) | Q(asker=None))
    served = dict(of_askers.order_by().values_list("asker").annotate(at=Max("started_at")))

    def place(row: RuleSet) -> tuple[datetime, datetime, int]:
        return served.get(row.asker_id, NEVER), row.asked_at, row.pk

    return min(rows, key=place, default=None)


def store(found: RuleSet, expected: float, sd: float) -> None:
    """Note what perfect play scores. Writes nothing if the claim was lost."""
    RuleSet.objects.filter(pk=found.pk, state=RuleSet.State.SOLVING).update(
        state=RuleSet.State.SOLVED, solved_at=utc_now(), expected=expected, sd=sd
    )


def fail(found: RuleSet) -> None:
    """Note that a rule set could not be solved, so that it does not hold up others."""
    RuleSet.objects.filter(pk=found.pk, state=RuleSet.State.SOLVING).update(
        state=RuleSet.State.FAILED
    )


def delete_unused() -> int:
    """Delete the rows that nobody has asked for lately, and return how many."""
    old = RuleSet.objects.filter(asked_at__lt=utc_now() - KEPT)
    return old.exclude(state=RuleSet.State.SOLVING).delete()[0]
