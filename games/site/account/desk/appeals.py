"""One appeal against each decision, judged by somebody else where there is one."""

from django.db import IntegrityError, transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import actor_of
from games.people.accounts.models import User
from games.people.authority.answers import check, may
from games.people.authority.records import Action
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.site.account.desk import audit
from games.site.account.desk.decisions import lift
from games.site.account.desk.facts import facts_of_appeal, facts_of_decision
from games.site.account.desk.models import Appeal

MOST_TEXT = 1000


def appeal(player_id: int, sanction_id: int, text: str) -> Appeal:
    """Object to a decision about the player. Raises Refused."""
    words = text.strip()
    if not 1 <= len(words) <= MOST_TEXT:
        raise Refused(ErrorCode.BAD_MESSAGE, "Write up to 1000 characters.")
    decisions = Sanction.objects.select_related("player", "case__subject")
    sanction = decisions.filter(pk=sanction_id).first()
    actor = actor_of(User.objects.get(pk=player_id))
    if sanction is None or not may(actor, Action.APPEAL, facts_of_decision(actor, sanction)):
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


def judge(appeal_id: int, moderator: User, granted: bool, answer: str = "") -> None:
    """Answer an appeal; `granted` ends the sanction. Raises Refused."""
    with transaction.atomic():
        found = Appeal.objects.select_for_update(of=("self",)).filter(pk=appeal_id, judged_at=None)
        waiting = found.select_related("sanction__player", "sanction__case__subject").first()
        if waiting is None:
            raise Refused(ErrorCode.STALE, "Somebody has judged this appeal already.")
        actor = actor_of(moderator)
        check(actor, Action.JUDGE, facts_of_appeal(actor, waiting))
        waiting.judged_at, waiting.judged_by = utc_now(), moderator
        waiting.granted, waiting.answer = granted, answer.strip()[:MOST_TEXT]
        waiting.save()
        if granted and waiting.sanction.undone_at is None:
            lift(waiting.sanction)
        else:
            User.objects.filter(pk=waiting.sanction.player_id).update(has_decision=True)
        audit.note("granted" if granted else "rejected", moderator.pk, sanction=waiting.sanction_id)
