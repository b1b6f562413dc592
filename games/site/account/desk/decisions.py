"""What moderators decide about a case, and how it is undone.

A decision bans or sanctions, and its mail tells the player. There is one appeal against each
decision, judged by somebody else where there is one.
"""

from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import actor_of
from games.people.accounts.facts import facts_of as facts_of_account
from games.people.accounts.models import User
from games.people.accounts.preferences import language_of
from games.people.authority.answers import check, may
from games.people.authority.records import Action
from games.people.conduct.contact import note_change
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import end_sanction, impose
from games.platform.clock import utc_now
from games.platform.server.site_url import site_url
from games.site.account.desk import audit
from games.site.account.desk.facts import facts_of, facts_of_appeal, facts_of_decision, mates_of
from games.site.account.desk.models import Appeal, Case
from games.site.account.desk.reasons import DECISIONS, FOR_HELPERS, GROUND_BY_ID
from games.site.account.membership import moderation
from games.site.account.membership.mail import tell_of_decision
from games.site.events.tournaments import joining
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.matchmaking import tickets

MOST_DAYS_OF_HELPERS = 7
MOST_DAYS = 3650
MOST_WORDS = 1000
MOST_TEXT = 1000


def tell_by_mail(sanction: Sanction) -> None:
    """Ask for a mail with the decision to the person concerned, if their account has an address."""
    player = sanction.player
    if player.is_guest or not player.email:
        return
    is_closed = sanction.kind == Sanction.Kind.CLOSED
    context = {
        "name": player.name,
        "kind": DECISIONS[Sanction.Kind(sanction.kind)],
        "ground": GROUND_BY_ID[sanction.reason].words,
        "sanction": sanction,
        "zone": player.time_zone,
        "link": site_url() + reverse("sign-in" if is_closed else "my-decisions"),
    }
    with override(language_of(player)):
        subject = render_to_string("desk/decision/subject.txt", context).strip()
        body = render_to_string("desk/decision/email.txt", context)
    tell_of_decision(player, subject, body)


Kind = Sanction.Kind


class Decision(NamedTuple):
    """A decision. `kind`: None for nothing. `days`: None for good; warnings have no end. `target`:
    the id of the person, where a case is about a game.
    """

    kind: Kind | None
    ground: str = "other"
    words: str = ""
    days: int | None = None
    target: int | None = None


def decide(case_id: int, moderator: User, decision: Decision) -> Sanction | None:
    """Close a case with a decision. Return the sanction, if there is one. Raises Refused."""
    with transaction.atomic():
        case = _open_case(case_id)
        actor = actor_of(moderator)
        check(actor, Action.DECIDE, facts_of(actor, case))
        sanction = None
        if decision.kind is not None:
            sanction = _sanction(case, moderator, decision)
        case.state, case.closed_at = Case.State.CLOSED, utc_now()
        case.decided_by = moderator
        case.save()
        case.reports.update(upheld=sanction is not None)
        audit.note(
            "decided",
            moderator.pk,
            case=case.pk,
            player=None if sanction is None else sanction.player_id,
            kind="" if decision.kind is None else str(decision.kind),
            ground=decision.ground,
            days=decision.days,
        )
    return sanction


def ask_second_opinion(case_id: int, moderator: User, note: str) -> None:
    """Leave a case to another moderator. Raises Refused."""
    with transaction.atomic():
        case = _open_case(case_id)
        actor = actor_of(moderator)
        check(actor, Action.ASK, facts_of(actor, case))
        case.state, case.asked_by = Case.State.SECOND, moderator
        # The moderator who opened the case may have left a note, too.
        case.note = "\n".join(filter(None, (case.note, note[:MOST_WORDS])))
        case.about_talk = False
        case.save()
        audit.note("second opinion", moderator.pk, case=case.pk)


def undo(sanction_id: int, moderator: User) -> None:
    """End a sanction early, as if it had been wrong. Raises Refused."""
    with transaction.atomic():
        sanction = _sanction_in_force(sanction_id)
        actor = actor_of(moderator)
        check(actor, Action.UNDO, facts_of_decision(actor, sanction))
        lift(sanction)
        audit.note("undone", moderator.pk, player=sanction.player_id, sanction=sanction.pk)


def lift(sanction: Sanction) -> None:
    """End a sanction now, and give back what it took. Call it in a transaction."""
    end_sanction(sanction)
    if sanction.kind == Kind.CLOSED:
        moderation.unban(sanction.player)
    _show_to(sanction.player_id)


def _open_case(case_id: int) -> Case:
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None or case.state == Case.State.CLOSED:
        raise Refused(ErrorCode.STALE, "Somebody has decided this case already.")
    return case


def _sanction_in_force(sanction_id: int) -> Sanction:
    # Not the rows of `select_related`: the case may be missing, and PostgreSQL locks no such row.
    found = Sanction.objects.select_for_update(of=("self",))
    found = found.select_related("player", "case__subject")
    sanction = found.filter(pk=sanction_id, undone_at=None).first()
    if sanction is None:
        raise Refused(ErrorCode.STALE, "That was undone already.")
    return sanction


def _sanction(case: Case, moderator: User, decision: Decision) -> Sanction:
    assert decision.kind is not None
    player = case.subject if decision.target is None else _named_in(case, decision.target)
    if player is None or not player.is_active:
        raise Refused(ErrorCode.NOT_FOUND, "This player has left the site.")
    _check_allowed(moderator, player, decision)
    sanction = impose(
        player,
        decision.kind,
        decision.ground,
        decision.words[:MOST_WORDS],
        None if decision.days is None else timedelta(days=decision.days),
        case=case.pk,
        decided_by=moderator.pk,
    )
    apply(sanction)
    tell_by_mail(sanction)
    return sanction


def _named_in(case: Case, player_id: int) -> User | None:
    """Return a person who is named in the evidence of a case about a game."""
    named = {seat["player"] for copy in case.evidence for seat in copy.get("seats", ())}
    return User.objects.filter(pk=player_id, is_bot=False).first() if player_id in named else None


def _check_allowed(moderator: User, player: User, decision: Decision) -> None:
    if decision.ground not in GROUND_BY_ID:
        raise Refused(ErrorCode.BAD_MESSAGE, "Choose a reason.")
    days = decision.days
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refused(ErrorCode.BAD_MESSAGE, "Choose for how long.")
    short = decision.kind == Kind.WARNING or (days is not None and days <= MOST_DAYS_OF_HELPERS)
    action = Action.WARN if short and decision.kind in FOR_HELPERS else Action.PUNISH
    actor = actor_of(moderator)
    check(actor, action, facts_of_account(actor, player, mates_of(actor.id)))


def apply(sanction: Sanction) -> None:
    """Do what a new sanction means for what the player does now. Call it in a transaction."""
    player_id = sanction.player_id
    match sanction.kind:
        case Kind.CLOSED:
            moderation.ban(sanction.player)
        case Kind.NO_RATED:
            tickets.cancel_all([player_id])
        case Kind.NO_EVENTS:
            joining.leave_all(player_id)
        case _:
            pass
    _show_to(player_id)


def _show_to(player_id: int) -> None:
    note_change([player_id])
    # Before the commit the processes would read what was true until now.
    transaction.on_commit(partial(tell_hubs, Hubs.people_changed))


def appeal(player_id: int, sanction_id: int, text: str) -> Appeal:
    """Object to a decision about the player. Raises Refused."""
    words = text.strip()
    if not 1 <= len(words) <= MOST_TEXT:
        raise Refused(ErrorCode.BAD_MESSAGE, "Write up to 1000 characters.")
    decisions = Sanction.objects.select_related("player", "case__subject")
    sanction = decisions.filter(pk=sanction_id).first()
    actor = actor_of(User.objects.get(pk=player_id))
    if sanction is None or not may(actor, Action.APPEAL, facts_of_decision(actor, sanction)):
        raise Refused(ErrorCode.NOT_FOUND, "That is no longer here.")
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
            raise Refused(ErrorCode.STALE, "Somebody has decided this case already.")
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
