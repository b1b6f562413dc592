"""Everybody plays a card once, as long as there is a place, unless something stands in the way."""

from collections import Counter
from functools import partial

import pytest

from games.core.protocol.errors import Refused
from games.models import Card, CardEntry, CardWitness, Game, Room, Sanction, User
from games.platform.database.threads import in_database
from games.record.log.verifying import problems_of
from games.site.account.desk.reports import report
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.account.membership.signing_in import merge_guest
from games.site.events.cards.closing import end_card, take_open_results
from games.site.events.cards.entries import MAX_ENTRIES, NotOpen, Why, enter, has_finished
from games.site.events.cards.opening import seal_card
from tests.fixtures import As
from tests.site.events.cards.playing import (
    DAY_S,
    begin,
    begin_a_turn,
    entry,
    open_card,
    played,
    sealed_card,
    settled,
)
from tests.support.clock import FakeClock
from tests.support.people import person
from tests.support.races import at_once
from tests.support.staff import desk_closes, staff

pytestmark = pytest.mark.registered

VARIANTS = ("yacht", "yahtzee", "triple_yahtzee", "maxi_yatzy", "yatzy+bonus-100")


def why_not(card: Card, player: User, clock: FakeClock) -> Why:
    with pytest.raises(NotOpen) as refusal:
        begin(card, player, clock)
    assert not CardEntry.objects.filter(card=card, player=player).exists()
    return refusal.value.why


@pytest.mark.parametrize("variant", VARIANTS)
def test_everybody_gets_the_same_dice_with_any_rules(
    variant: str, alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock, variant)
    totals = [played(card, player, clock) for player in (alice, bob)]
    assert totals[0] == totals[1]
    take_open_results()
    assert [entry(card, player).total for player in (alice, bob)] == totals
    assert not Game.objects.filter(replay=False).exists()


def test_a_second_entry_leads_to_the_first(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    game = begin_a_turn(card, bob, clock)
    assert begin(card, bob, clock, "another browser") == game
    clock.advance(8 * DAY_S)
    assert begin(card, bob, clock) == game
    assert Room.objects.count() == 1


def test_further_entries_from_one_browser_are_played_and_marked(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card, other = open_card(alice, clock), open_card(alice, clock)
    for player in (bob, charlie):
        played(card, player, clock, browser="tablet")
    played(other, charlie, clock, browser="tablet")
    take_open_results()
    marks = CardEntry.objects.order_by("pk").values_list("same_device", "over")
    assert list(marks) == [(False, True), (True, True), (False, True)]
    assert has_finished(entry(card, charlie))


@pytest.mark.parametrize("blocker", ["sender", "player"])
def test_nobody_plays_a_card_of_somebody_kept_apart(
    blocker: str, alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    one, other = (alice, bob) if blocker == "sender" else (bob, alice)
    one.blocked.add(other)
    assert why_not(card, bob, clock) is Why.APART


def test_who_has_begun_plays_on_after_a_block(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    game = begin(card, bob, clock)
    bob.blocked.add(alice)
    assert begin(card, bob, clock) == game


def deleted(sender: User) -> None:
    delete_player(sender)


def banned(sender: User) -> None:
    desk_closes(sender)


@pytest.mark.parametrize("gone", [deleted, banned], ids=lambda gone: gone.__name__)
def test_a_card_goes_on_without_its_sender(
    gone: object, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    mine = begin_a_turn(card, alice, clock)
    total = played(card, bob, clock)
    gone(alice)  # type: ignore[operator]
    assert played(card, charlie, clock) == total
    clock.advance(7 * DAY_S)
    settled(card, clock)
    assert settled(card, clock).revealed_at is None, "their game waits for a day"
    clock.advance(DAY_S)
    settled(card, clock)
    assert card.revealed_at is not None
    mine.refresh_from_db()
    assert (mine.status, problems_of(mine)) == ("aborted", [])
    assert CardEntry.objects.filter(card=card).count() == 3


def test_a_player_who_is_deleted_leaves_log_and_result(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    total = played(card, bob, clock)
    game = entry(card, bob).game
    head = game.head
    delete_player(bob)
    end_card(card.pk, clock.utc_now())
    settled(card, clock)
    game.refresh_from_db()
    assert (game.head, problems_of(game)) == (head, [])
    assert CardEntry.objects.get(card=card).total == total
    assert card.revealed_at is not None


def test_a_guest_takes_entries_and_cards_to_the_account(
    guest: User, alice: User, bob: User, clock: FakeClock
) -> None:
    both, one, own = open_card(bob, clock), open_card(bob, clock), open_card(guest, clock)
    mine = begin(both, alice, clock)
    for card in (both, one):
        played(card, guest, clock, browser="tablet")
    merge_guest(guest, alice)
    assert entry(both, alice).game == mine
    assert entry(both, guest).game != mine
    assert begin(one, alice, clock).status == "finished"
    own.refresh_from_db()
    assert own.sender == alice
    data = export(alice)
    assert [each["card"] for each in data["cards"]] == [own.code]
    assert [each["card"] for each in data["card_entries"]] == [both.code, one.code]


@pytest.mark.parametrize("kind", ["game", "player"])
def test_a_moderator_who_has_opened_a_report_cannot_play(
    kind: str, alice: User, bob: User, charlie: User, signed_in: As, clock: FakeClock
) -> None:
    card, other = open_card(alice, clock), open_card(alice, clock)
    game = begin_a_turn(card, bob, clock)
    begin(other, bob, clock)
    assert game.room is not None
    User.objects.filter(pk=charlie.pk).update(desk_role="moderator")
    moderator = User.objects.get(pk=charlie.pk)
    subject = game.code if kind == "game" else str(bob.pk)
    case = report(alice, kind, subject, "cheating", room=game.room.code).case
    assert signed_in(moderator).get(f"/desk/cases/{case.pk}/").status_code == 200
    assert [each.card for each in CardWitness.objects.all()] == [card]
    assert why_not(card, moderator, clock) is Why.WITNESS
    begin(other, moderator, clock)


def test_a_report_about_a_revealed_card_makes_no_witness(
    alice: User, bob: User, charlie: User, signed_in: As, clock: FakeClock
) -> None:
    card = open_card(alice, clock)
    played(card, bob, clock)
    end_card(card.pk, clock.utc_now())
    settled(card, clock)
    User.objects.filter(pk=charlie.pk).update(desk_role="moderator")
    case = report(alice, "game", entry(card, bob).game.code, "cheating").case
    browser = signed_in(User.objects.get(pk=charlie.pk))
    assert browser.get(f"/desk/cases/{case.pk}/").status_code == 200
    assert not CardWitness.objects.exists()


def test_the_admin_shows_no_seed_and_no_points(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    total = played(card, bob, clock)
    take_open_results()
    browser = staff()
    pages = [
        browser.get("/admin/games/card/").content.decode(),
        browser.get(f"/admin/games/card/{card.pk}/change/").content.decode(),
    ]
    assert card.code in pages[0]
    for page in pages:
        assert f">{total}<" not in page
        assert card.salt not in page
        assert card.seal not in page


def test_who_has_no_chat_still_plays(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock)
    Sanction.objects.create(
        player=bob, kind=Sanction.Kind.NO_CHAT, reason="insult", begins_at=clock.utc_now()
    )
    begin(card, bob, clock)


def test_nobody_can_begin_before_the_seed_is_shown(
    alice: User, bob: User, clock: FakeClock
) -> None:
    assert why_not(sealed_card(alice, clock), bob, clock) is Why.SEALED


@pytest.mark.parametrize("days", [-1, 0, 15, 10**9])
def test_a_card_has_1_to_14_days(days: int, alice: User, clock: FakeClock) -> None:
    with pytest.raises(Refused, match="not possible now"):
        seal_card(alice, "yacht", {}, days, "0" * 64, clock.utc_now())
    assert not Card.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_200_of_500_who_follow_a_link_at_once_get_a_place(clock: FakeClock) -> None:
    def prepare() -> tuple[Card, list[User]]:
        people = [
            User(username=f"p{number}", name=f"P{number}", is_guest=True) for number in range(500)
        ]
        return open_card(person("Alice"), clock), User.objects.bulk_create(people)

    card, people = await in_database(prepare)

    def follow(player: User) -> str:
        try:
            enter(card.pk, player, f"browser of {player.pk}", clock.utc_now())
        except NotOpen as refusal:
            return refusal.why
        return "in"

    outcomes = await at_once(*(partial(follow, player) for player in people))
    assert Counter(outcomes) == {"in": MAX_ENTRIES, Why.FULL: 300}

    def check() -> None:
        card.refresh_from_db()
        assert card.ended_at == clock.utc_now()
        assert card.entries.count() == Game.objects.count() == MAX_ENTRIES
        assert not card.entries.filter(same_device=True).exists()

    await in_database(check)
