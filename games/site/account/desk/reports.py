"""Players report somebody, a line of chat, a game, an event or the name of a circle."""

from datetime import timedelta
from typing import Literal

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.site.account.desk import audit, evidence
from games.site.account.desk.models import Case, Report
from games.site.account.desk.reasons import REASON_BY_ID

MOST_TEXT = 500
NEW_FOR = timedelta(days=1)
"""So long a guest is new. A flood of reports comes from guests who were made for it."""
Kind = Literal["player", "line", "game", "event", "circle"]
KINDS: tuple[Kind, ...] = ("player", "line", "game", "event", "circle")


def report(
    reporter: User,
    kind: str,
    subject: str,
    reason: str,
    room: str = "",
    text: str = "",
    address: str = "",
) -> Report:
    """Store a report with copies of what it is about. Reports about one person, game or event join
    one open case; a second report of the same reporter about it changes nothing.

    `subject`: the id of the player or line, or the code. `address`: the internet address of the
    reporter, "" for none. Raises Refused and LimitedError.
    """
    if kind not in KINDS or reason not in REASON_BY_ID or len(text) > MOST_TEXT:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    concerned, copy = _copied(kind, subject, room, reporter)
    if concerned is not None and concerned.pk == reporter.pk:
        raise Refused(ErrorCode.FORBIDDEN, "You cannot report yourself.")
    key = f"{kind}:{subject}" if concerned is None else f"player:{concerned.pk}"
    earlier = Report.objects.filter(~Q(case__state=Case.State.CLOSED), case__key=key)
    mine = earlier.filter(reporter=reporter).first()
    if mine is not None:
        return mine
    _count(reporter, address)
    try:
        with transaction.atomic():
            return _join_case(reporter, key, concerned, copy, reason, text)
    except IntegrityError:  # somebody else has just opened the case
        with transaction.atomic():
            return _join_case(reporter, key, concerned, copy, reason, text)


def _count(reporter: User, address: str) -> None:
    """Count a report for its reporter and their address. Raises LimitedError."""
    spend("report", reporter.pk)
    if not address:
        return
    if reporter.is_guest and utc_now() - reporter.date_joined < NEW_FOR:
        spend("report-new-guests", address)
    spend("report-address", address)


def _copied(
    kind: str, subject: str, room: str, reporter: User
) -> tuple[User | None, evidence.Copy]:
    match kind:
        case "player":
            return evidence.of_player(_number(subject), room, reporter.pk)
        case "line":
            return evidence.of_line(_number(subject), room)
        case "game":
            return evidence.of_game(subject)
        case "circle":
            return evidence.of_circle(subject, reporter.pk)
        case _:
            return evidence.of_event(subject)


def _number(subject: str) -> int:
    number = whole(subject)
    if number is None:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    return number


def _join_case(
    reporter: User,
    key: str,
    concerned: User | None,
    copy: evidence.Copy,
    reason: str,
    text: str,
) -> Report:
    now = utc_now()
    # Each report rewrites the evidence: without the lock, one of two at the same time would be
    # lost.
    unclosed = Case.objects.select_for_update().exclude(state=Case.State.CLOSED)
    case = unclosed.filter(key=key).first()
    if case is None:
        case = Case.objects.create(key=key, subject=concerned, opened_at=now, evidence=[copy])
    elif len(case.evidence) < evidence.MOST_COPIES:
        case.evidence = [*case.evidence, copy]
    # One reason that is not about talk makes it a case for moderators.
    about_talk = REASON_BY_ID[reason].about_talk
    case.about_talk = about_talk and (case.about_talk or not case.reports.exists())
    case.save()
    made = Report.objects.create(case=case, reporter=reporter, reason=reason, text=text, at=now)
    audit.note("reported", reporter.pk, case=case.pk, reason=reason)
    return made
