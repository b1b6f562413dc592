"""Decisions take effect at once, end, and can be undone; nobody judges their own case."""

from datetime import timedelta
from typing import get_args

import pytest

from games.core.protocol.errors import Refused
from games.models import User
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.site.account.desk import audit, decisions
from games.site.account.desk.decisions import Decision, ask_second_opinion, decide, undo
from games.site.account.desk.jobs import end_due_closures
from games.site.account.desk.models import AuditEntry, AuditLogIsFixed, Case
from games.site.account.desk.reports import report
from games.tables.rooms import chat
from games.tables.rooms.permissions import check_may_play_rated
from tests.fixtures import OpenRoom
from tests.support.people import account

pytestmark = pytest.mark.registered

Kind = Sanction.Kind


def staff(player: User, role: str = "moderator") -> User:
    User.objects.filter(pk=player.pk).update(desk_role=role)
    return User.objects.get(pk=player.pk)


def case_about(player: User, reporter: User, reason: str = "insult") -> Case:
    return report(reporter, "player", str(player.pk), reason).case


def test_no_chat_holds_until_it_is_over(
    alice: User, bob: User, charlie: User, new_room: OpenRoom
) -> None:
    room = new_room(bob)
    moderator = staff(charlie)
    made = decide(
        case_about(bob, alice).pk, moderator, Decision(Kind.NO_CHAT, "insult", "Enough.", 3)
    )
    assert made is not None
    with pytest.raises(Refused, match="may not chat now"):
        chat.say(room.pk, bob.pk, "k1", "hello")
    with pytest.raises(Refused, match="may not chat now"):
        chat.check_may_react(room.pk, bob.pk)
    Sanction.objects.update(ends_at=utc_now() - timedelta(seconds=1))
    chat.say(room.pk, bob.pk, "k1", "hello")


def test_no_rated_games_until_it_is_undone(alice: User, bob: User, charlie: User) -> None:
    moderator = staff(charlie)
    made = decide(case_about(bob, alice).pk, moderator, Decision(Kind.NO_RATED, days=30))
    assert made is not None
    with pytest.raises(Refused, match="may not play rated"):
        check_may_play_rated(bob.pk)
    undo(made.pk, moderator)
    check_may_play_rated(bob.pk)
    with pytest.raises(Refused, match="undone already"):
        undo(made.pk, moderator)


def test_a_closed_account_opens_again_when_the_time_is_over(
    alice: User, bob: User, charlie: User
) -> None:
    decide(case_about(bob, alice).pk, staff(charlie), Decision(Kind.CLOSED, days=1))
    assert not User.objects.get(pk=bob.pk).is_active
    assert end_due_closures() == 0
    Sanction.objects.update(ends_at=utc_now() - timedelta(seconds=1))
    assert end_due_closures() == 1
    assert User.objects.get(pk=bob.pk).is_active


def test_nobody_judges_their_own_case(alice: User, bob: User, charlie: User) -> None:
    moderator = staff(bob)
    about_me, by_me = case_about(bob, alice), case_about(charlie, moderator)
    for case in (about_me, by_me):
        with pytest.raises(Refused, match="somebody else"):
            decide(case.pk, moderator, Decision(None))
        with pytest.raises(Refused, match="somebody else"):
            ask_second_opinion(case.pk, moderator, "")
    assert Case.objects.filter(state="open").count() == 2


@pytest.mark.parametrize(
    ("reason", "decision"),
    [
        ("cheating", Decision(Kind.WARNING)),
        ("insult", Decision(Kind.NO_RATED, days=1)),
        ("insult", Decision(Kind.CLOSED, days=1)),
        ("insult", Decision(Kind.NO_CHAT, days=30)),
        ("insult", Decision(Kind.NO_CHAT)),
    ],
)
def test_a_helper_decides_about_talk_and_for_a_week_at_most(
    alice: User, bob: User, charlie: User, reason: str, decision: Decision
) -> None:
    helper = staff(charlie, "helper")
    case = case_about(bob, alice, reason)
    with pytest.raises(Refused, match="A moderator decides this"):
        decide(case.pk, helper, decision)
    assert not Sanction.objects.exists()


def test_a_case_is_decided_once(alice: User, bob: User, charlie: User) -> None:
    moderator = staff(charlie)
    case = case_about(bob, alice)
    decide(case.pk, moderator, Decision(Kind.WARNING))
    with pytest.raises(Refused, match="decided this case already"):
        decide(case.pk, moderator, Decision(Kind.CLOSED))
    assert Sanction.objects.get().kind == Kind.WARNING
    assert User.objects.get(pk=bob.pk).is_active


def test_one_appeal_is_judged_by_somebody_else_where_there_is_one(
    alice: User, bob: User, charlie: User
) -> None:
    moderator = staff(charlie)
    made = decide(case_about(bob, alice).pk, moderator, Decision(Kind.NO_RATED, days=30))
    assert made is not None
    waiting = decisions.appeal(bob.pk, made.pk, "It was my sister.")
    with pytest.raises(Refused, match="appeal once"):
        decisions.appeal(bob.pk, made.pk, "Really.")
    with pytest.raises(Refused, match="no longer here"):
        decisions.appeal(alice.pk, made.pk, "I object, too.")
    other = staff(account("Dora"))
    with pytest.raises(Refused, match="Another moderator judges"):
        decisions.judge(waiting.pk, moderator, True)
    decisions.judge(waiting.pk, other, True, "You are right.")
    check_may_play_rated(bob.pk)
    with pytest.raises(Refused, match="decided this case already"):
        decisions.judge(waiting.pk, other, False)


def test_a_lone_moderator_judges_appeals_against_their_own_decisions(
    alice: User, bob: User, charlie: User
) -> None:
    moderator = staff(charlie)
    made = decide(case_about(bob, alice).pk, moderator, Decision(Kind.NO_RATED, days=30))
    assert made is not None
    decisions.judge(decisions.appeal(bob.pk, made.pk, "No.").pk, moderator, False)
    with pytest.raises(Refused, match="may not play rated"):
        check_may_play_rated(bob.pk)


def test_every_step_fits_its_column() -> None:
    longest = AuditEntry._meta.get_field("action").max_length
    assert longest is not None
    assert [step for step in get_args(audit.Step) if len(step) > longest] == []


def test_the_audit_log_tells_every_step_without_names_and_shows_any_change(
    alice: User, bob: User, charlie: User
) -> None:
    moderator = staff(charlie)
    made = decide(case_about(bob, alice).pk, moderator, Decision(Kind.WARNING, words="Bob, stop."))
    assert made is not None
    decisions.judge(decisions.appeal(bob.pk, made.pk, "I, Bob, object.").pk, moderator, True)
    entries = list(AuditEntry.objects.all())
    assert [entry.action for entry in entries] == ["reported", "decided", "appealed", "granted"]
    text = str([entry.data for entry in entries])
    assert not [each.name for each in (alice, bob, charlie) if each.name in text]
    assert audit.find_fault() is None
    for change in (entries[1].save, entries[1].delete):
        with pytest.raises(AuditLogIsFixed):
            change()
    AuditEntry.objects.filter(seq=2).update(actor=alice.pk)
    assert audit.find_fault() == "entry 2 was changed"
    AuditEntry.objects.filter(seq=2).delete()
    assert audit.find_fault() == "entry 2 is missing"
