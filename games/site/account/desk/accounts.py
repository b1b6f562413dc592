"""What moderators do with an account about which nobody has reported anything: open a case, and
reopen an account that was closed without a decision.
"""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import actor_of, facts_of
from games.people.accounts.models import User
from games.people.accounts.names import find_any_account
from games.people.authority.answers import check, may
from games.people.authority.records import AccountFacts, Action, Actor
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import find_sanction
from games.platform.clock import utc_now
from games.site.account.desk import audit, evidence
from games.site.account.desk.facts import facts_of as facts_of_case
from games.site.account.desk.facts import mates_of
from games.site.account.desk.models import Case
from games.site.account.membership import moderation

MOST_WORDS = 1000
MOST_NAME = 100
OPEN = gettext_noop("There is an open case about this player.")


def find_by_name(name: str) -> User | None:
    """Return the account of this name, closed or not; None if there is none."""
    if len(name) > MOST_NAME:
        return None
    found = find_any_account(name)
    return None if found is None or found.is_bot else found


def may_open_case(moderator: User, player: User) -> bool:
    actor = actor_of(moderator)
    return may(actor, Action.OPEN_CASE, _facts(actor, player))


def may_reopen(moderator: User, player: User) -> bool:
    """Whether this moderator may reopen the account, and it was closed without a decision."""
    actor = actor_of(moderator)
    return _is_closed_without_decision(player) and may(actor, Action.REOPEN, _facts(actor, player))


def open_case(player_id: int, moderator: User, note: str) -> None:
    """Open a case about a player. It is for somebody else to decide, if there is another moderator.
    Raises Refused.
    """
    player = _find(player_id)
    actor = actor_of(moderator)
    check(actor, Action.OPEN_CASE, _facts(actor, player))
    if not player.is_active:
        raise Refused(ErrorCode.NOT_FOUND, "This player has left the site.")
    if _is_open_for_others(actor, player):
        return
    _, copy = evidence.of_player(player.pk, "")
    try:
        with transaction.atomic():
            made = Case.objects.create(
                key=f"player:{player.pk}",
                subject=player,
                opened_at=utc_now(),
                opened_by=moderator,
                note=note.strip()[:MOST_WORDS],
                evidence=[copy],
            )
            audit.note("opened", moderator.pk, case=made.pk)
    except IntegrityError as error:  # somebody else has just opened one
        raise Refused(ErrorCode.STALE, OPEN) from error


def _is_open_for_others(actor: Actor, player: User) -> bool:
    """Whether there is an open case that this moderator may not see: nobody tells them. Raises
    Refused for one that they may see.
    """
    unclosed = Case.objects.exclude(state=Case.State.CLOSED).filter(key=f"player:{player.pk}")
    case = unclosed.select_related("subject").first()
    if case is None:
        return False
    if may(actor, Action.SEE, facts_of_case(actor, case)):
        raise Refused(ErrorCode.STALE, OPEN)
    return True


def reopen(player_id: int, moderator: User) -> None:
    """Open an account again that was closed without a decision: by an older version of the site.
    What a decision has closed, only the end of that decision opens. Raises Refused.
    """
    with transaction.atomic():
        player = _find(player_id)
        actor = actor_of(moderator)
        check(actor, Action.REOPEN, _facts(actor, player))
        if not _is_closed_without_decision(player):
            raise Refused(ErrorCode.STALE, "Undo the decision that closed this account.")
        moderation.unban(player)
        audit.note("reopened", moderator.pk, player=player.pk)


def _find(player_id: int) -> User:
    player = User.objects.filter(pk=player_id, is_bot=False).first()
    if player is None:
        raise Refused(ErrorCode.NOT_FOUND, "This player has left the site.")
    return player


def _facts(actor: Actor, player: User) -> AccountFacts:
    return facts_of(actor, player, mates_of(actor.id))


def _is_closed_without_decision(player: User) -> bool:
    return not player.is_active and find_sanction(player.pk, Sanction.Kind.CLOSED) is None
