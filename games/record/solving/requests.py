"""Ask for the exact table of house rules, and learn whether it is there.

Every way to ask comes here: the page of rules, an opened table, a change of game, a hint, a judged
scorecard. An asker and an internet address each have few places in the queue, whatever the way.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext, override

from games.core.rules import Variant, is_house_rules
from games.core.solver import is_exact
from games.platform.clock import utc_now
from games.platform.limits.origin import origin
from games.platform.limits.rates import LimitedError, look, spend
from games.record.solving.models import RuleSet

MOST_WAITING = 500
"""More than so many are refused until some are solved."""
MOST_WAITING_EACH = 5
"""The same for one asker, and for one address: all guests of an address share its places."""
LOST_AFTER = timedelta(minutes=10)
"""A computation that takes longer has lost its worker, and begins again."""
AGAIN_AFTER = timedelta(minutes=1)
"""A table that is missing sooner after it was solved is on a disk that this process cannot read."""
FAILED_FOR = timedelta(days=1)
"""How long rules that could not be solved are not tried again."""
ORIGIN_KEPT = timedelta(days=1)
"""How long it is known, as a hash, which address asked."""
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

    Returns False if they cannot be solved, need no table of their own, or have no place in the
    queue: `why_not` says why. Call it when the table is missing: it is made again if it was
    deleted.
    """
    if not _can_be_asked_for(variant):
        return False
    now = utc_now()
    known = RuleSet.objects.filter(text=variant.id)
    missing = Q(state=RuleSet.State.SOLVED, solved_at__lt=now - AGAIN_AFTER)
    failed = Q(state=RuleSet.State.FAILED, started_at__lt=now - FAILED_FOR)
    again = known.filter(missing | failed)
    if known.exists() and not again.exists():
        return True
    if _no_place(asker):
        return False
    try:
        for who in _counted(asker):
            spend("solve", who)
    except LimitedError:
        return False
    asked = {"asker_id": asker, "origin": _origin(), "asked_at": now}
    if not again.update(state=RuleSet.State.WAITING, **asked):
        RuleSet.objects.bulk_create([RuleSet(text=variant.id, **asked)], ignore_conflicts=True)
    return True


def why_not(variant: Variant, asker: int | None = None) -> str:
    """Return in the current language why rules could not be asked for, "" if nothing is in the way,
    or somebody has asked. Asks for nothing.
    """
    if not _can_be_asked_for(variant) or RuleSet.objects.filter(text=variant.id).exists():
        return ""
    try:
        for who in _counted(asker):
            look("solve", who)
    except LimitedError as limited:
        return limited.message
    return _no_place(asker)


def why_not_in(language: str, variant: Variant, asker: int) -> str:
    """Return the same in another language than the current one."""
    with override(language):
        return why_not(variant, asker)


def _can_be_asked_for(variant: Variant) -> bool:
    return is_house_rules(variant) and is_exact(variant)


def _counted(asker: int | None) -> list[object]:
    """Return whom the limit "solve" counts: nobody for the site itself."""
    return [who for who in (origin(), asker) if who]


def _no_place(asker: int | None) -> str:
    """Return why the queue has no place for an asker at this address; "" if it has one."""
    waiting = RuleSet.objects.filter(state=RuleSet.State.WAITING)
    own = waiting.filter(origin=_origin())
    mine = waiting.filter(asker=asker) if asker else waiting.none()
    if max(own.count(), mine.count()) >= MOST_WAITING_EACH:
        return ngettext(
            "%(count)s of your rules waits for perfect play: ask for these when it is solved.",
            "%(count)s of your rules wait for perfect play: ask for these when one is solved.",
            MOST_WAITING_EACH,
        ) % {"count": MOST_WAITING_EACH}
    if waiting.count() >= MOST_WAITING:
        return gettext("The queue for perfect play is full: ask for these rules later.")
    return ""


def _origin() -> str:
    address = origin()
    if not address:
        return ""
    return salted_hmac("games.solving", address, algorithm="sha256").hexdigest()[:16]


def is_ready(variant: Variant) -> bool:
    """Whether this process can read the table of these rules, or needs none. Never call it in the
    event loop.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    return solver.is_ready(variant)


def want(variant: Variant, asker: int | None = None) -> None:
    """Ask for the table of house rules that are new to the site. Refuses nothing: a table opens
    with any rules, and `why_not` says what it goes without.
    """
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

    The address that was served least recently comes first, and among its askers the one that was:
    nobody can hold up the others, however many guests they are.
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
    begun = RuleSet.objects.exclude(started_at=None).order_by()
    askers = {row.asker_id for row in rows}
    of_askers = begun.filter(Q(asker__in=askers - {None}) | Q(asker=None))
    of_origins = begun.filter(origin__in={row.origin for row in rows})
    by_asker = dict(of_askers.values_list("asker").annotate(at=Max("started_at")))
    by_origin = dict(of_origins.values_list("origin").annotate(at=Max("started_at")))

    def place(row: RuleSet) -> tuple[datetime, datetime, datetime, int]:
        served = by_origin.get(row.origin, NEVER), by_asker.get(row.asker_id, NEVER)
        return *served, row.asked_at, row.pk

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
    """Delete the rows that nobody has asked for lately, and return how many. Forget which address
    asked for the others a day ago.
    """
    known = RuleSet.objects.exclude(origin="").exclude(state=RuleSet.State.WAITING)
    known.filter(asked_at__lt=utc_now() - ORIGIN_KEPT).update(origin="")
    old = RuleSet.objects.filter(asked_at__lt=utc_now() - KEPT)
    return old.exclude(state=RuleSet.State.SOLVING).delete()[0]
