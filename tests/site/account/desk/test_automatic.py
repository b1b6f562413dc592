"""What the site decides by itself says so, and ends when an appeal was right."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games.core.protocol.errors import Refused
from games.models import Foresight, Room, User
from games.people.conduct import leavers
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.site.account.desk import decisions
from games.site.account.desk.decisions import Decision, decide
from games.site.account.desk.jobs import open_foresight_cases
from games.site.account.desk.models import Appeal, Case
from games.site.account.desk.reports import report
from games.site.account.membership.mail import send_next_mail
from games.site.study.foresight.counting import SUMS, VERSION
from games.tables.rooms import chat
from games.tables.rooms.permissions import check_may_play_rated
from tests.fixtures import As, OpenRoom
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, minutes_to_wait

pytestmark = pytest.mark.registered

SLUR = "you n1gger"


def moderator(player: User) -> User:
    User.objects.filter(pk=player.pk).update(desk_role="moderator")
    return User.objects.get(pk=player.pk)


def refusal(room: Room, player: User, key: str, text: str) -> str:
    with pytest.raises(Refused) as caught:
        chat.say(room.pk, player.pk, key, text)
    return str(caught.value)


def test_a_leavers_pause_is_automatic_and_ends_with_an_appeal(
    alice: User, bob: User, signed_in: As
) -> None:
    leavers.note_rated_game([alice.pk], [])
    with pytest.raises(Refused, match="the site pauses rated games"):
        check_may_play_rated(alice.pk)
    shown = signed_in(alice).get("/decisions/").content.decode()
    assert "The site decided this by itself" in shown
    assert "You left games that count" in shown
    assert "Please read it." not in shown
    sanction = Sanction.objects.get(player=alice, automatic=True)
    decisions.appeal(alice.pk, sanction.pk, "My train went into a tunnel.")
    decisions.judge(Appeal.objects.get().pk, moderator(bob), granted=True)
    check_may_play_rated(alice.pk)


def test_an_appeal_leaves_the_pauses_for_other_games(alice: User, bob: User) -> None:
    leavers.note_rated_game([alice.pk], [])
    leavers.note_rated_game([alice.pk], [])
    second = Sanction.objects.filter(player=alice).latest("pk")
    assert minutes_to_wait(alice.pk, utc_now()) == 10
    decisions.appeal(alice.pk, second.pk, "That was the network.")
    decisions.judge(Appeal.objects.get().pk, moderator(bob), granted=True)
    assert minutes_to_wait(alice.pk, utc_now()) == 5


def test_many_lines_held_back_pause_the_chat(
    alice: User, bob: User, new_room: OpenRoom, clock: FakeClock
) -> None:
    room = new_room(alice)
    for number in range(6):
        assert "stay friendly" in refusal(room, bob, f"k{number}", SLUR)
    assert Sanction.objects.count() == 0
    assert "has paused your chat" in refusal(room, bob, "k6", SLUR)
    made = Sanction.objects.get()
    assert (made.player, made.automatic, made.kind) == (bob, True, Sanction.Kind.NO_CHAT)
    assert made.ends_at == made.begins_at + timedelta(minutes=10)
    assert "may not chat now" in refusal(room, bob, "k7", "hello")
    chat.say(room.pk, alice.pk, "k8", "Others may go on.")
    clock.advance(601)
    chat.say(room.pk, bob.pk, "k9", "Sorry.")
    for number in range(7):
        refusal(room, bob, f"again {number}", SLUR)
    again = Sanction.objects.latest("pk")
    assert again.ends_at == again.begins_at + timedelta(hours=1)


def suspect(player: User, peak: float) -> None:
    sums = dict.fromkeys(SUMS, 0) | {"choices": 100}
    Foresight.objects.create(
        player=player, games=5, evidence=peak, peak=peak, version=VERSION, **sums
    )


def test_foresight_opens_one_case_by_itself(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    suspect(alice, 5.0)
    suspect(bob, 3.9)
    assert open_foresight_cases() == 1
    assert open_foresight_cases() == 0
    case = Case.objects.get()
    assert case.subject == alice
    assert not case.about_talk
    page = signed_in(moderator(charlie)).get(f"/desk/cases/{case.pk}/").content.decode()
    assert "the site opened this case by itself" in page
    decide(case.pk, moderator(charlie), Decision(None))
    assert open_foresight_cases() == 0


@pytest.fixture
def decide_about_bob(alice: User, bob: User, charlie: User) -> Callable[[Decision], None]:
    """Let a moderator decide a case about Bob, who has a mail address."""
    User.objects.filter(pk=bob.pk).update(email="bob@example.com")

    def decide_now(decision: Decision) -> None:
        case = report(alice, "player", str(bob.pk), "insult").case
        decide(case.pk, moderator(charlie), decision)

    return decide_now


def sent() -> list[str]:
    """Send the mails that wait; return the bodies of all."""
    while send_next_mail():
        pass
    assert all(each.to == ["bob@example.com"] for each in mail.outbox)
    assert all(each.subject == "Yacht: A decision about your account" for each in mail.outbox)
    return [str(each.body) for each in mail.outbox]


def test_each_decision_is_mailed_to_the_person_concerned(
    decide_about_bob: Callable[[Decision], None],
) -> None:
    decide_about_bob(Decision(Sanction.Kind.NO_CHAT, "insult", "Enough.", 3))
    decide_about_bob(Decision(Sanction.Kind.NO_RATED, "cheating"))
    first, second = sent()
    assert "No chat." in first
    assert "hurts or degrades people. Enough." in first
    assert "It ends on" in first
    assert "/decisions/" in first
    assert "No rated games." in second
    assert "It ends on" not in second


def test_no_decision_is_mailed_after_the_account_was_deleted(
    decide_about_bob: Callable[[Decision], None],
) -> None:
    decide_about_bob(Decision(Sanction.Kind.WARNING, "insult"))
    User.objects.filter(name="Bob").update(email="")
    assert sent() == []


def test_its_link_leads_somebody_whose_account_is_closed_to_the_decision(
    decide_about_bob: Callable[[Decision], None],
) -> None:
    decide_about_bob(Decision(Sanction.Kind.CLOSED, "cheating"))
    (body,) = sent()
    (path,) = re.findall(r"http://[^/]+(/sign-in/)", body)
    answer = Client().post(path, {"name": "Bob", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[0][0].startswith("/decisions/")
    assert "Your games show help that the rules forbid." in answer.content.decode()
