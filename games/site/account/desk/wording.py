"""Readers tell what reads wrong in a language that no native speaker has confirmed yet.

The notes of a language are reports without a reporter, in one open case, so that no flood of them
hides other cases. They have the reason "other", which release 1.0 can show, too.
"""

from django.db import IntegrityError, transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.site.account.desk import audit
from games.site.account.desk.models import Case, Report
from games.site.account.desk.reports import MOST_TEXT
from games.site.shared.pages.places import PLACE_LENGTH, safe_place

REASON = "other"
MOST_OPEN = 200
"""Notes of a language that wait for somebody to read them. The desk shows all of them at once."""
MOST_NOTE = MOST_TEXT - PLACE_LENGTH - 1


def tell(language: str, place: str, note: str, address: str) -> None:
    """Store a note on the texts of a language. `place`: see `places`. `address`: the internet
    address, which is only counted. Raises Refused and LimitedError.
    """
    note = " ".join(note.split())
    if not note or len(note) > MOST_NOTE:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    spend("wording-address", address)
    spend("wording", 0)
    text = " ".join(filter(None, (safe_place(place), note)))
    try:
        with transaction.atomic():
            _join_case(f"text:{language}", text)
    except IntegrityError:  # somebody else has just opened the case
        with transaction.atomic():
            _join_case(f"text:{language}", text)


def _join_case(key: str, text: str) -> None:
    now = utc_now()
    unclosed = Case.objects.select_for_update().exclude(state=Case.State.CLOSED)
    case = unclosed.filter(key=key).first()
    if case is None:
        case = Case.objects.create(key=key, opened_at=now, about_talk=True)
    elif case.reports.count() >= MOST_OPEN:
        raise Refused(ErrorCode.FORBIDDEN, "That is not possible now.")
    Report.objects.create(case=case, reason=REASON, text=text, at=now)
    audit.note("reported", None, case=case.pk, reason=REASON)
