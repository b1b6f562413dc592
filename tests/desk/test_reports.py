"""Reports copy what they are about, and the copies outlive it."""

from datetime import timedelta

import pytest

from games.clock import utc_now
from games.desk.decisions import Decision, decide
from games.desk.jobs import KEPT, delete_old_cases
from games.desk.models import Case, Report
from games.desk.reports import report
from games.limits.rates import LimitedError
from games.membership.deletion import delete_player
from games.models import ChatMessage, Room, User
from games.protocol.errors import Refused
from games.rooms import chat
from tests.fixtures import OpenRoom

pytestmark = pytest.mark.registered


def said(room: Room, *lines: tuple[User, str]) -> list[ChatMessage]:
    """Lines of chat, in this order."""
    for number, (player, text) in enumerate(lines):
        chat.say(room.pk, player.pk, f"k{number}", text)
    return list(ChatMessage.objects.filter(room=room).order_by("pk"))


def test_a_line_is_copied_with_those_around_it_and_outlives_author_and_room(
    alice: User, bob: User, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    lines = said(room, *[(bob, f"line {n}") for n in range(60)])
    made = report(alice, "line", str(lines[40].pk), "insult", room.code)
    delete_player(bob)
    room.delete()
    case = Case.objects.get()
    assert (case.subject, made.case, case.about_talk) == (bob, case, True)
    (copy,) = case.evidence
    assert [line["text"] for line in copy["lines"]] == [f"line {n}" for n in range(20, 51)]
    assert {line["name"] for line in copy["lines"]} == {"Bob"}
    assert copy["line"] == lines[40].pk


def test_reports_about_one_person_join_one_case_and_only_one_of_each_reporter(
    alice: User, bob: User, charlie: User, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    (line,) = said(room, (bob, "go away"))
    first = report(alice, "line", str(line.pk), "insult", room.code)
    assert report(alice, "player", str(bob.pk), "name") == first
    report(charlie, "player", str(bob.pk), "cheating", room.code)
    case = Case.objects.get()
    assert {each.reporter for each in case.reports.all()} == {alice, charlie}
    assert [copy["kind"] for copy in case.evidence] == ["line", "player"]
    assert not case.about_talk, "cheating is for moderators"


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("line", "999999"),
        ("player", "999999"),
        ("player", "9" * 40),
        ("player", "x"),
        ("line", ""),
        ("game", "nosuchgame"),
        ("event", "nosuchevent"),
        ("room", "1"),
    ],
)
def test_it_refuses_what_is_not_there(alice: User, kind: str, subject: str) -> None:
    with pytest.raises(Refused):
        report(alice, kind, subject, "insult", "nosuchroom")
    assert not Case.objects.exists()


def test_it_refuses_oneself_unknown_reasons_and_long_texts(alice: User, bob: User) -> None:
    for wrong in (
        {"subject": str(alice.pk), "reason": "insult"},
        {"subject": str(bob.pk), "reason": "no such reason"},
        {"subject": str(bob.pk), "reason": "insult", "text": "x" * 501},
    ):
        with pytest.raises(Refused):
            report(alice, "player", **wrong)
    assert not Report.objects.exists()


def test_nobody_reports_everybody(alice: User, settings: pytest.FixtureRequest) -> None:
    settings.LIMITS = {**settings.LIMITS, "report": (3, 86400)}  # type: ignore[attr-defined]
    people = [User.objects.create(username=f"p{n}", name=f"P{n}") for n in range(4)]
    for player in people[:3]:
        report(alice, "player", str(player.pk), "bother")
    with pytest.raises(LimitedError):
        report(alice, "player", str(people[3].pk), "bother")
    assert Case.objects.count() == 3


def test_a_closed_case_goes_after_ninety_days(alice: User, bob: User, charlie: User) -> None:
    User.objects.filter(pk=charlie.pk).update(desk_role="moderator")
    case = report(alice, "player", str(bob.pk), "insult").case
    delete_old_cases(utc_now() + KEPT + timedelta(days=1))
    decide(case.pk, User.objects.get(pk=charlie.pk), Decision(None))
    delete_old_cases(utc_now() + KEPT - timedelta(days=1))
    assert Case.objects.exists(), "open cases stay, and closed ones for 90 days"
    delete_old_cases(utc_now() + KEPT + timedelta(days=1))
    assert not Case.objects.exists()
