"""What ties somebody to a case is found in the database: exactly that, and nothing else."""

import pytest
from django.db import transaction

from games.models import Game, GameAddress, Seat, User
from games.people.accounts.facts import actor_of
from games.people.authority.records import Tie
from games.site.account.desk.facts import facts_of, facts_of_all
from games.site.account.desk.models import Case
from games.site.account.desk.reports import report
from games.site.account.membership.signing_in import merge_guest
from tests.people.authority import scenes
from tests.people.authority.people import user_of
from tests.support.people import account, begun, open_room, person

SCENES: dict[str, tuple[scenes.Scene, set[Tie]]] = {
    "nothing": (scenes.about_bob, set()),
    "subject": (scenes.about_actor, {Tie.SUBJECT}),
    "seated": (scenes.seated, {Tie.SEATED}),
    "seated at the table": (scenes.seated_at_table, {Tie.SEATED}),
    "operates": (scenes.operates, {Tie.OPERATES}),
    "wrote": (scenes.wrote, {Tie.WROTE}),
    "reported": (scenes.reported, {Tie.REPORTED}),
    "device": (scenes.shares_device, {Tie.SHARES_DEVICE}),
    "address": (scenes.shares_address, {Tie.SHARES_DEVICE}),
    "asked": (scenes.asked, {Tie.ASKED}),
    "opened": (scenes.opened, {Tie.OPENED}),
}


@pytest.mark.parametrize("name", SCENES)
def test_it_finds_the_ties(db: None, name: str) -> None:
    scene, expected = SCENES[name]
    moderator = user_of("moderator")
    case = scene(moderator)
    other = user_of("moderator", "Nora")
    for actor, ties in ((moderator, expected), (other, set())):
        assert facts_of(actor_of(actor), Case.objects.get(pk=case.pk)).ties == ties


def test_it_knows_many_cases_apart(db: None) -> None:
    moderator = user_of("moderator")
    one = scenes.about_bob(moderator)
    two = report(moderator, "player", str(account("Eve").pk), "insult").case
    facts = facts_of_all(actor_of(moderator), list(Case.objects.order_by("pk")))
    assert {pk: set(each.ties) for pk, each in facts.items()} == {
        one.pk: set(),
        two.pk: {Tie.REPORTED},
    }
    assert facts_of_all(actor_of(moderator), []) == {}


def test_a_guest_who_turns_out_to_be_the_moderator_had_a_seat(db: None) -> None:
    moderator, guest = user_of("moderator"), person("Gwen")
    alice, bob = scenes.people()
    game = begun(open_room(alice, 3), alice, bob, guest)
    game.status = "finished"
    game.save()
    case = report(alice, "game", game.code, "insult").case
    merge_guest(guest, moderator)
    assert facts_of(actor_of(moderator), case).ties == {Tie.SEATED}


@pytest.mark.parametrize("name", ["subject", "seated", "wrote", "reported", "operates"])
def test_what_somebody_did_as_a_guest_is_theirs_once_they_sign_in(db: None, name: str) -> None:
    scene, expected = SCENES[name]
    moderator, guest = user_of("moderator", "Nora"), person("Gwen")
    case = scene(guest)
    Game.objects.update(status="finished")
    merge_guest(guest, moderator)
    assert facts_of(actor_of(moderator), Case.objects.get(pk=case.pk)).ties == expected


def test_signing_in_takes_no_report_away(db: None) -> None:
    moderator, guest = user_of("moderator", "Nora"), person("Gwen")
    case = scenes.about_bob(moderator)
    for reporter in (guest, moderator):
        report(reporter, "player", str(User.objects.get(name="Bob").pk), "insult")
    merge_guest(guest, moderator)
    assert case.reports.count() == 3
    assert facts_of(actor_of(moderator), case).ties == {Tie.REPORTED}


def test_one_address_in_a_game_that_still_counts(db: None) -> None:
    moderator = user_of("moderator")
    case = scenes.about_bob(moderator)
    bob = User.objects.get(name="Bob")
    for player, mark in ((moderator, "m1"), (bob, "m1"), (account("Eve"), "m2")):
        GameAddress.objects.create(game="code", player=player.pk, mark=mark)
    assert facts_of(actor_of(moderator), case).ties == {Tie.SHARES_DEVICE}


def test_one_address_at_a_table(db: None) -> None:
    moderator = user_of("moderator")
    case = scenes.about_bob(moderator)
    bob = User.objects.get(name="Bob")
    for room in (open_room(moderator), open_room(account("Eve"))):
        Seat.objects.filter(room=room, number=0).update(address="mark")
    assert facts_of(actor_of(moderator), case).ties == set(), "marks differ in every room"
    room = open_room(moderator)
    Seat.objects.filter(room=room, number=0).update(address="mark")
    Seat.objects.filter(room=room, number=1).update(address="mark", player=bob)
    assert facts_of(actor_of(moderator), case).ties == {Tie.SHARES_DEVICE}


def test_who_acted_for_somebody_in_the_game_is_in_its_log(db: None) -> None:
    moderator = user_of("moderator")
    alice, bob = scenes.people()
    game = begun(open_room(alice, 3), alice, bob)
    game.events.create(
        seq=99, type="dice.rolled", seat=1, at=1, data="{}", by=f"{moderator.pk}.1:k"
    )
    case = report(alice, "game", game.code, "insult").case
    assert facts_of(actor_of(moderator), case).ties == {Tie.OPERATES}


def test_it_knows_games_of_staff(db: None) -> None:
    for number, scene in enumerate((scenes.game_of_staff, scenes.seated)):
        with transaction.atomic():
            case = scene(user_of("player"))
            facts = facts_of(actor_of(user_of("moderator", "Nora")), case)
            assert (facts.game_of_staff, facts.about_staff) == (number == 0, False)
            transaction.set_rollback(True)
