"""The table of authority: may somebody do something to something? docs/moderation.md has the same
in words, and tests/people/authority compares the two.
"""

from games.core.protocol.errors import ErrorCode, Refused
from games.people.authority.records import (
    CONCERNED,
    AccountFacts,
    Action,
    Actor,
    AppealFacts,
    CaseFacts,
    DecisionFacts,
    Facts,
    PlaceFacts,
    Role,
    TableFacts,
    Tie,
)


def may(actor: Actor, action: Action, about: Facts) -> bool:
    return objection(actor, action, about) is None


def check(actor: Actor, action: Action, about: Facts) -> None:
    """Raise Refused, with the reason, if the actor may not do this."""
    refusal = objection(actor, action, about)
    if refusal is not None:
        raise refusal


def objection(actor: Actor, action: Action, about: Facts) -> Refused | None:
    """Return why the actor may not do this; None if they may."""
    match about:
        case CaseFacts():
            return _to_case(actor, action, about)
        case DecisionFacts():
            return _to_decision(actor, action, about)
        case AppealFacts():
            return _to_appeal(actor, action, about)
        case AccountFacts():
            return _to_account(actor, action, about)
        case TableFacts():
            return _to_table(action, about)
        case PlaceFacts():
            return _to_place(actor, action, about)


def _to_case(actor: Actor, action: Action, case: CaseFacts) -> Refused | None:
    if action not in (Action.SEE, Action.DECIDE, Action.ASK):
        return _nobody()
    if case.ties & CONCERNED:
        return _concerned()
    if actor.role is Role.NONE:
        return _moderator()
    of_staff = case.about_staff or case.game_of_staff
    if actor.role is Role.HELPER and (of_staff or not case.about_talk):
        return _moderator()
    if action is Action.SEE:
        return None
    if Tie.ASKED in case.ties:
        return Refused(
            ErrorCode.FORBIDDEN, "You asked for a second opinion. Somebody else gives it."
        )
    if action is Action.ASK:
        return _asked() if case.waits else None
    if Tie.OPENED in case.ties and case.others:
        return Refused(
            ErrorCode.FORBIDDEN, "You opened this case. Another moderator decides about it."
        )
    return _staff() if case.about_staff and not actor.is_superuser else None


def _to_decision(actor: Actor, action: Action, decision: DecisionFacts) -> Refused | None:
    if action is Action.APPEAL:
        return None if Tie.SUBJECT in decision.ties else _nobody()
    if action is not Action.UNDO:
        return _nobody()
    if decision.ties & CONCERNED:
        return _concerned()
    if actor.role is Role.HELPER and decision.is_light and Tie.DECIDED in decision.ties:
        return _staff() if decision.about_staff else None
    if not actor.is_moderator:
        return _moderator()
    return _staff() if decision.about_staff and not actor.is_superuser else None


def _to_appeal(actor: Actor, action: Action, appeal: AppealFacts) -> Refused | None:
    decision = appeal.decision
    if action not in (Action.READ, Action.JUDGE):
        return _nobody()
    if decision.ties & CONCERNED:
        return _concerned()
    if not actor.is_moderator:
        return _moderator()
    if action is Action.READ:
        return None
    if decision.about_staff and not actor.is_superuser:
        return _staff()
    if Tie.DECIDED in decision.ties and appeal.others:
        return Refused(ErrorCode.FORBIDDEN, "Another moderator judges this appeal.")
    return None


def _to_account(actor: Actor, action: Action, account: AccountFacts) -> Refused | None:
    match action:
        case Action.WARN | Action.PUNISH | Action.OPEN_CASE | Action.REOPEN:
            return _to_account_at_the_desk(actor, action, account)
        case Action.CHANGE | Action.TRUST | Action.DELETE:
            return _to_account_in_the_admin(actor, action, account)
        case _:
            return _nobody()


def _to_account_at_the_desk(actor: Actor, action: Action, account: AccountFacts) -> Refused | None:
    if account.is_deleted:
        return Refused(ErrorCode.NOT_FOUND, "This player has left the site.")
    if account.ties & CONCERNED:
        return _concerned()
    if not (actor.is_moderator or (actor.role is Role.HELPER and action is Action.WARN)):
        return _moderator()
    return _staff() if account.is_staff and not actor.is_superuser else None


def _to_account_in_the_admin(actor: Actor, action: Action, account: AccountFacts) -> Refused | None:
    if Tie.SUBJECT in account.ties and action is Action.DELETE:
        return Refused(ErrorCode.FORBIDDEN, "Delete your own account in your settings.")
    if actor.is_superuser:
        return None
    needed = {Action.CHANGE: "change_user", Action.DELETE: "delete_user"}.get(action)
    if needed is None or not actor.has_right(needed):
        return _no_right()
    return _staff() if account.is_staff or Tie.SUBJECT in account.ties else None


def _to_table(action: Action, table: TableFacts) -> Refused | None:
    if action not in (Action.HOST, Action.REMOVE, Action.MUTE):
        return _nobody()
    if not table.is_host:
        return Refused(ErrorCode.FORBIDDEN, "Only the host can do that.")
    if action is Action.REMOVE and table.about_self:
        return Refused(ErrorCode.FORBIDDEN, "You cannot remove yourself. Leave the table instead.")
    if action is Action.MUTE and table.about_self:
        return Refused(ErrorCode.FORBIDDEN, "You cannot mute yourself.")
    return None


def _to_place(actor: Actor, action: Action, place: PlaceFacts) -> Refused | None:
    if action is not Action.END:
        return _nobody()
    if not actor.has_right(place.right):
        return _no_right()
    if place.plays:
        return Refused(ErrorCode.FORBIDDEN, "You play there. Leave it to somebody else.")
    return None


def _concerned() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "This concerns you. Leave it to somebody else.")


def _moderator() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "A moderator decides this.")


def _asked() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "Somebody has asked for a second opinion already.")


def _staff() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "Only an administrator decides about staff.")


def _nobody() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "Nobody can do that.")


def _no_right() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "You do not have this right.")
