"""Reports copy what they are about, and the copies outlive it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import ChatMessage, Room, User
from games.platform.clock import utc_now
from games.platform.limits.rates import LimitedError
from games.site.account.desk.decisions import Decision, decide
from games.site.account.desk.jobs import KEPT, delete_old_cases
from games.site.account.desk.models import Case, Report
from games.site.account.desk.reports import report
from games.site.account.membership.deletion import delete_player
from games.tables.rooms import chat, seating
from tests.fixtures import As, OpenRoom
from tests.support.people import begun, person, registered

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


# Whose chat is copied


def test_it_copies_no_chat_of_a_table_where_neither_has_been(
    alice: User, bob: User, charlie: User, new_room: OpenRoom
) -> None:
    room = new_room(charlie)
    said(room, (charlie, "our secret"))
    report(alice, "player", str(bob.pk), "insult", room.code)
    (copy,) = Case.objects.get().evidence
    assert "secret" not in str(copy)
    assert {"room", "lines", "game", "there"}.isdisjoint(copy)


def sit(room: Room, player: User) -> None:
    seating.sit(room.pk, player.pk, None, None)


def write(room: Room, player: User) -> None:
    ChatMessage.objects.create(room=room, player=player, key="w", name=player.name, text="Hi.")


def play_and_leave(room: Room, player: User) -> None:
    begun(room, User.objects.get(name="Charlie"), player)


def host(room: Room, player: User) -> None:
    Room.objects.filter(pk=room.pk).update(host=player)


def operate(room: Room, player: User) -> None:
    room.seats.filter(number=1).update(operator=player, player=person("Gus"))


@pytest.mark.parametrize("who", ["Alice", "Bob"])
@pytest.mark.parametrize("has_been", [sit, write, play_and_leave, host, operate])
def test_it_copies_the_chat_of_a_table_where_one_of_them_has_been(
    alice: User,
    bob: User,
    charlie: User,
    new_room: OpenRoom,
    has_been: Callable[[Room, User], None],
    who: str,
) -> None:
    room = new_room(charlie, seats=3)
    said(room, (charlie, "our words"))
    has_been(room, User.objects.get(name=who))
    report(alice, "player", str(bob.pk), "insult", room.code)
    (copy,) = Case.objects.get().evidence
    assert "our words" in [line["text"] for line in copy["lines"]]


# Floods


def new_guests(number: int) -> list[User]:
    return [person(f"Guest {each}") for each in range(number)]


def reports_of(people: list[User], address: str, each: int = 15) -> int:
    """How many reports these people can make about everybody."""
    done = 0
    for reporter in people:
        for _ in range(each):
            subject = person("Target")
            try:
                report(reporter, "player", str(subject.pk), "bother", address=address)
                done += 1
            except LimitedError:
                pass
    return done


def test_new_guests_of_one_address_share_one_limit(alice: User) -> None:
    assert reports_of(new_guests(8), "192.0.2.1") == 15
    assert reports_of(new_guests(1), "192.0.2.2") == 15, "another address"
    assert reports_of([alice], "192.0.2.1") == 15, "an account"


def test_guests_of_yesterday_are_not_new(db: None) -> None:
    old = new_guests(2)
    User.objects.update(date_joined=utc_now() - timedelta(days=1, seconds=1))
    assert (
        reports_of(list(User.objects.filter(pk__in=[each.pk for each in old])), "192.0.2.1") == 30
    )


def test_one_address_reports_sixty_times_a_day(db: None) -> None:
    assert reports_of([registered(f"Anna {each}") for each in range(5)], "192.0.2.1") == 60


def test_the_page_counts_the_address(signed_in: As, bob: User) -> None:
    guests, done = new_guests(8), 0
    for reporter in guests:
        browser = signed_in(reporter)
        for _ in range(3):
            form = {"kind": "player", "subject": person("Target").pk, "reason": "bother"}
            done += browser.post("/report/", form).status_code == 302
    assert done == 15
    assert Report.objects.count() == 15
