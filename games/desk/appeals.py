"""One appeal against each decision, judged by somebody else where there is one."""

from django.db import IntegrityError, transaction

from games.accounts.models import User
from games.clock import utc_now
from games.conduct.models import Sanction
from games.desk import audit
from games.desk.access import MODERATOR, ROLES, role_of
from games.desk.decisions import lift
from games.desk.models import Appeal
from games.protocol.errors import ErrorCode, Refused

MOST_TEXT = 1000


def appeal(player_id: int, sanction_id: int, text: str) -> Appeal:
    """Object to a decision about the player. Raises Refused."""
    words = text.strip()
    if not 1 <= len(words) <= MOST_TEXT:
        raise Refused(ErrorCode.BAD_MESSAGE, "Write up to 1000 characters.")
    sanction = Sanction.objects.filter(pk=sanction_id, player_id=player_id).first()
    if sanction is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such decision.")
    if sanction.undone_at is not None:
        raise Refused(ErrorCode.STALE, "That was undone already.")
    try:
        with transaction.atomic():
            made = Appeal.objects.create(sanction=sanction, text=words, at=utc_now())
            audit.note("appealed", player_id, sanction=sanction.pk)
    except IntegrityError as error:
        raise Refused(ErrorCode.FORBIDDEN, "You can appeal once.") from error
    return made


def may_judge(moderator: User, waiting: Appeal) -> bool:
    """Whether this moderator may judge the appeal: not their own, and not their own decision if
    somebody else could judge it.
    """
    sanction = waiting.sanction
    if role_of(moderator) != MODERATOR or sanction.player_id == moderator.pk:
        return False
    decided_by = None if sanction.case is None else sanction.case.decided_by_id
    return decided_by != moderator.pk or not _others(moderator, sanction.player_id)


def _others(moderator: User, concerned: int) -> bool:
    """Whether there is another active moderator, apart from the person concerned."""
    staff = User.objects.filter(is_active=True).exclude(pk__in=[moderator.pk, concerned])
    superusers = staff.filter(is_superuser=True)
    return staff.filter(desk_role=ROLES[-1]).exists() or superusers.exists()


def judge(appeal_id: int, moderator: User, granted: bool, answer: str = "") -> None:
    """Answer an appeal; `granted` ends the sanction. Raises Refused."""
    with transaction.atomic():
        found = Appeal.objects.select_for_update(of=("self",)).filter(pk=appeal_id, judged_at=None)
        waiting = found.select_related("sanction__player", "sanction__case").first()
        if waiting is None:
            raise Refused(ErrorCode.STALE, "Somebody has judged this appeal already.")
        if not may_judge(moderator, waiting):
            raise Refused(ErrorCode.FORBIDDEN, "Somebody else judges this appeal.")
        waiting.judged_at, waiting.judged_by = utc_now(), moderator
        waiting.granted, waiting.answer = granted, answer.strip()[:MOST_TEXT]
        waiting.save()
        if granted and waiting.sanction.undone_at is None:
            lift(waiting.sanction)
        else:
            User.objects.filter(pk=waiting.sanction.player_id).update(has_decision=True)
        audit.note("granted" if granted else "rejected", moderator.pk, sanction=waiting.sanction_id)
