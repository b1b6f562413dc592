"""What the rows of the tables are in a database: cases, decisions and appeals.

Alice reports Bob, or their game. `actor` is the person of whom the row speaks.
"""

from collections.abc import Callable

from games.models import ChatMessage, Room, Seat, User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.site.account.desk.decisions import appeal
from games.site.account.desk.models import Appeal, Case
from games.site.account.desk.reports import report
from games.tables.rooms import seating
from games.tables.rooms.seats import vacate
from tests.support.people import account, begun, current_game, open_room, playing

ABOUT_YOU = "it is about you"


def people() -> tuple[User, User]:
    return account("Alice"), account("Bob")


def about_bob(actor: User, reason: str = "insult") -> Case:
    alice, bob = people()
    return report(alice, "player", str(bob.pk), reason).case


def about_something_else(actor: User) -> Case:
    return about_bob(actor, "cheating")


def about_staff(actor: User) -> Case:
    case = about_bob(actor)
    User.objects.filter(name="Bob").update(desk_role="helper")
    return Case.objects.get(pk=case.pk)


def about_actor(actor: User) -> Case:
    return report(account("Alice"), "player", str(actor.pk), "insult").case


def seated(actor: User) -> Case:
    """The actor has played the game, which is over for the table: they have left it."""
    alice, bob = people()
    room = open_room(alice, 3)
    game = begun(room, alice, bob, actor)
    return report(alice, "game", game.code, "insult").case


def game_of_staff(actor: User) -> Case:
    """A moderator has played the game."""
    colleague = account("Mo")
    User.objects.filter(pk=colleague.pk).update(desk_role="moderator")
    return seated(colleague)


def seated_at_table(actor: User) -> Case:
    """The actor waits at the table where Bob is; nobody has played there."""
    alice, bob = people()
    room = open_room(alice, 3)
    for player in (bob, actor):
        seating.sit(room.pk, player.pk, None, None)
    case = report(alice, "player", str(bob.pk), "insult", room.code).case
    seating.stand(room.pk, actor.pk)
    return case


def guest_of(actor: User, room: Room) -> Seat:
    """A guest on the actor's device has a seat."""
    seat = room.seats.filter(player=None).first()
    assert seat is not None
    seat.player = User.objects.create(username="guest", name="Gus", is_guest=True)
    seat.operator = seat.lender = actor
    seat.save()
    return seat


def operates(actor: User) -> Case:
    """Somebody plays on the actor's device at the table where Bob is, and leaves later."""
    alice, bob = people()
    room = open_room(alice, 3)
    seating.sit(room.pk, bob.pk, None, None)
    seat = guest_of(actor, room)
    case = report(alice, "player", str(bob.pk), "insult", room.code).case
    vacate(seat)
    return case


def wrote(actor: User) -> Case:
    """The actor watched, and wrote a line."""
    alice, bob = people()
    room = playing(alice, bob)
    ChatMessage.objects.create(room=room, player=actor, key="a", name=actor.name, text="haha")
    line = ChatMessage.objects.create(room=room, player=bob, key="b", name="Bob", text="idiot")
    return report(alice, "line", str(line.pk), "insult", room.code).case


def reported(actor: User) -> Case:
    case = about_bob(actor)
    report(actor, "player", str(User.objects.get(name="Bob").pk), "insult")
    return case


def shares_device(actor: User) -> Case:
    """Bob plays on the actor's device at a table that has nothing to do with the case."""
    case = about_bob(actor)
    room = open_room(actor, 2)
    seat = guest_of(actor, room)
    seat.player = User.objects.get(name="Bob")
    seat.save()
    return case


def shares_address(actor: User) -> Case:
    """A game of the actor and Bob did not count, because of one address."""
    case = about_bob(actor)
    game = current_game(playing(actor, User.objects.get(name="Bob")))
    game.uncounted = "same_address"
    game.save()
    return case


def asked(actor: User) -> Case:
    case = about_bob(actor)
    Case.objects.filter(pk=case.pk).update(state="second", asked_by=actor, about_talk=False)
    return Case.objects.get(pk=case.pk)


def asked_by_other(actor: User) -> Case:
    return asked(account("Other"))


def opened(actor: User) -> Case:
    _, bob = people()
    return Case.objects.create(
        key=f"player:{bob.pk}", subject=bob, opened_at=utc_now(), opened_by=actor
    )


def opened_with_another(actor: User) -> Case:
    account("Other")
    User.objects.filter(name="Other").update(desk_role="moderator")
    return opened(actor)


Scene = Callable[[User], Case]
OF_EVIDENCE: dict[str, tuple[Scene, ...]] = {
    "you have a seat in its evidence": (seated, seated_at_table),
    "you play for somebody in its evidence": (operates,),
    "you wrote a line of its evidence": (wrote,),
    "you reported it": (reported,),
    "you share a device with one of them": (shares_device, shares_address),
}
CASES: dict[str, tuple[Scene, ...]] = {
    "nothing; it is about talk": (about_bob,),
    "nothing; it is about something else": (about_something_else,),
    "nothing; it is about talk of staff": (about_staff,),
    "nothing; it is about talk in a game of staff": (game_of_staff,),
    ABOUT_YOU: (about_actor,),
    **OF_EVIDENCE,
    "you asked for the second opinion": (asked,),
    "somebody else asked for a second opinion": (asked_by_other,),
    "you opened it, and another moderator can decide it": (opened_with_another,),
    "you opened it, and nobody else can decide it": (opened,),
}

# Decisions: about a case of the same scenes, made by somebody else or by the actor.

KIND = Sanction.Kind


def decided(
    case: Case, kind: Sanction.Kind, by: User | None = None, about: str = "Bob"
) -> Sanction:
    """Close the case with a decision."""
    decider = by or account("Dora")
    Case.objects.filter(pk=case.pk).update(state="closed", closed_at=utc_now(), decided_by=decider)
    player = User.objects.get(name=about)
    return impose(player, kind, "insult", case=case.pk, decided_by=decider.pk)


DecisionScene = Callable[[User], Sanction]


def about_actor_decided(actor: User) -> Sanction:
    return decided(about_actor(actor), KIND.NO_CHAT, about=actor.name)


def after(scene: Scene) -> DecisionScene:
    def made(actor: User) -> Sanction:
        return decided(scene(actor), KIND.NO_CHAT)

    made.__name__ = scene.__name__
    return made


def former_staff(actor: User) -> Sanction:
    """It was about staff when it was decided."""
    made = decided(about_staff(actor), KIND.NO_CHAT)
    User.objects.filter(name="Bob").update(desk_role="")
    return made


DECISIONS: dict[str, tuple[DecisionScene, ...]] = {
    "nothing; it is a warning or no chat": (after(about_bob),),
    "nothing; it is something else": (lambda me: decided(about_bob(me), KIND.NO_RATED),),
    "you made it; it is a warning or no chat": (
        lambda me: decided(about_bob(me), KIND.NO_CHAT, by=me),
    ),
    "you made it; it is something else": (lambda me: decided(about_bob(me), KIND.NO_RATED, by=me),),
    "it is about staff": (after(about_staff), former_staff),
    ABOUT_YOU: (about_actor_decided,),
    **{row: tuple(map(after, scenes)) for row, scenes in OF_EVIDENCE.items()},
}

AppealScene = Callable[[User], Appeal]


def appealed(scene: DecisionScene) -> AppealScene:
    def made(actor: User) -> Appeal:
        sanction = scene(actor)
        return appeal(sanction.player_id, sanction.pk, "I object.")

    return made


def mine_with_another(actor: User) -> Sanction:
    account("Other")
    User.objects.filter(name="Other").update(desk_role="moderator")
    return decided(about_bob(actor), KIND.NO_CHAT, by=actor)


def mine_with_a_concerned_other(actor: User) -> Sanction:
    """The only other moderator reported the case."""
    made = decided(about_bob(actor), KIND.NO_CHAT, by=actor)
    User.objects.filter(name="Alice").update(desk_role="moderator")
    return made


def mine_without_case(actor: User) -> Sanction:
    """The case was deleted, 90 days after it was closed."""
    made = mine_with_another(actor)
    Case.objects.all().delete()
    return Sanction.objects.get(pk=made.pk)


def mine(actor: User) -> Sanction:
    return decided(about_bob(actor), KIND.NO_CHAT, by=actor)


APPEALS: dict[str, tuple[AppealScene, ...]] = {
    "nothing": (appealed(after(about_bob)),),
    "you made it, and another moderator can judge": (
        appealed(mine_with_another),
        appealed(mine_without_case),
    ),
    "you made it, and nobody else can judge": (
        appealed(mine),
        appealed(mine_with_a_concerned_other),
    ),
    "it is about staff": (appealed(after(about_staff)), appealed(former_staff)),
    ABOUT_YOU: (appealed(about_actor_decided),),
    **{
        row: tuple(appealed(after(scene)) for scene in scenes)
        for row, scenes in OF_EVIDENCE.items()
    },
}
