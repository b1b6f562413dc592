"""What somebody typed stands in no table after they have deleted everything."""

import json
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import CharField, JSONField, TextField
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import VARIANTS
from games.models import (
    Case,
    ChatMessage,
    Circle,
    Game,
    Notice,
    PushSubscription,
    Room,
    Sanction,
    Session,
    User,
)
from games.people.circles import membership
from games.people.conduct.contact import welcome
from games.platform.clock import utc_now
from games.site.account.desk.reports import report
from games.site.account.membership.mail import tell_of_decision
from games.site.account.notifications.queue import Event, Facts, Person, queue_events
from games.site.front.circles.counting import count_games
from games.tables.rooms import chat, seating
from tests.fixtures import As
from tests.site.study.real_dice.cards import random_card
from tests.support.desk import play
from tests.support.people import PASSWORD, current_game, open_room

TYPED = re.compile(r"[A-Z][a-z]{5,}")
"""All words of this test's people begin with a capital letter, and nothing else that they send."""

REACHED = {
    "Appeal": "text",
    "Appointment": "title",
    "Case": "evidence",
    "ChatMessage": "name text",
    "CircleEveningPlace": "name",
    "CirclePlay": "name",
    "CircleStanding": "name",
    "FamilyMember": "name",
    "KeptRules": "name",
    "LogEntry": "object_repr",
    "Notice": "facts",
    "OutgoingMail": "address details",
    "PastName": "name",
    "RealDiceGame": "card",
    "Report": "text",
    "Scorecard": "name",
    "Tournament": "name",
    "User": "email folded forms_of name skeleton username",
}
"""The columns where words of players get to."""
NEVER = {
    "Appointment": "code dice mode news series switches variant zone",
    "AuditEntry": "action data hash previous",
    "BarredIdentity": "hash",
    # `text`: of the seed, which the proof of the dice needs, as those in the logs of games.
    "Card": "base code salt seal share switches text variant",
    "CardEntry": "browser",
    "Challenge": "switches variant",
    "Circle": "code emblem language weekly zone",
    "CircleEvening": "people",
    "CircleHook": "last_error",
    "CircleLink": "word",
    "CirclePlay": "season variant",
    "CircleStanding": "season",
    "ContentType": "app_label model",
    "Daily": "share variant",
    "DailyMiss": "best position",
    "DailyWeek": "variant",
    "DiceCount": "counts period",
    "DiceSecret": "code",
    "DiceShare": "code",
    "FairLogEntry": "code hash kind previous value",
    "FirstLink": "session_hash token_hash",
    "Game": "code dice fault head mode share switches uncounted variant",
    "GameAddress": "game mark",
    "GameEvent": "by data hash type",
    "GameSnapshot": "state",
    "ChatMessage": "key readers",
    "KeptRules": "text",
    "Notice": "subject",
    "NoticeMark": "name",
    "NotificationChoice": "confirmed",
    "ProviderLink": "issuer mail_hash role subject",
    "Puzzle": "code losses position source theme variant",
    "PuzzleAnswer": "code",
    "PuzzleRecord": "next_code",
    "PuzzleSource": "name",
    "PushSubscription": "auth endpoint key language",
    # What the operator says about the site.
    "SiteSettings": "contact imprint language logo_digest mail_from name privacy terms who",
    "Rating": "pool",
    "RealDiceGame": "code digest text verdict",
    "RecoveryCode": "hash",
    "Report": "reason",
    "Passkey": "site",
    "Room": "code dice mode muted next_code switches talk talk_watchers turned_away variant",
    "RuleSet": "origin text",
    "Sanction": "reason",
    "Scorecard": "pool position",
    "Seat": "address offer seal seed",
    "SeatAnalysis": "data variant",
    "SentForm": "key",
    "Session": "session_data session_key",
    "Skill": "variant",
    "Tally": "pool",
    "Ticket": "switches variant",
    "Tournament": "begins code every share switches variant",
    "TournamentEntry": "apart met sheet totals unscored",
    "TournamentSeries": "variant",
    "TurnWatch": "game room",
    "UsedSeal": "seal",
    "User": "avatar desk_role password preferences time_zone",
    "Case": "key",
}
"""Codes, hashes, and texts that a program writes without names."""
BY_OTHERS = {
    "Appeal": "answer",
    "Case": "note",
    "Circle": "name",
    "CircleHook": "address",
    "CircleMessage": "facts subject",
    "Group": "name",
    "LogEntry": "change_message object_id",
    "Passkey": "name",
    "Permission": "codename name",
    "Sanction": "words",
}
"""What staff write; names of passkeys, which go with their rows; what belongs to all members of a
circle.
"""


class Typist:
    """A person who uses the pages of the site. `words`: all that they have typed."""

    def __init__(self) -> None:
        self.browser = Client()
        self.words: set[str] = set()

    def post(self, path: str, **fields: Any) -> Any:
        """Send a form, or with `body` a program's JSON. Return the answer, which is no refusal."""
        body = fields.pop("body", None)
        self.words.update(TYPED.findall(json.dumps(fields if body is None else body)))
        if body is None:
            answer = self.browser.post(path, fields)
        else:
            answer = self.browser.post(path, json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 302), (path, answer.content.decode()[-2000:])
        return answer

    def says(self, room: Room, player: User, text: str) -> None:
        self.words.update(TYPED.findall(text))
        chat.say(room.pk, player.pk, "1", text)

    def columns(self) -> set[str]:
        """Return the columns where something that they typed stands."""
        words = {word.casefold() for word in self.words}
        return {
            column for column, value in values() if any(word in value.casefold() for word in words)
        }


def values() -> Iterator[tuple[str, str]]:
    """Yield each value of each table, as text, with the name of its column."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            yield from ((f"{model.__name__}.{name}", str(value)) for name, value in row.items())


def flat(columns: dict[str, str]) -> set[str]:
    return {f"{model}.{name}" for model, names in columns.items() for name in names.split()}


def test_each_text_column_has_its_place() -> None:
    found = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, CharField | TextField | JSONField) and not field.choices
    }
    assert found == flat(REACHED) | flat(NEVER) | flat(BY_OTHERS)


def plays_on_one_device(person: Typist, player: User) -> None:
    """A game of three on one device, one of whom gets another name first."""
    answer = person.post("/device/", variant="yacht", player=["Wrenfield", "Quillon"])
    room = Room.objects.get(code=answer.headers["Location"].split("/")[-2])
    renamed = room.seats.get(number=2).player
    assert renamed is not None
    add_seeds(room, player)
    play(current_game(room), 99, random.Random(1))
    person.post("/account/guests/name/", guest=renamed.pk, name="Marlowe")
    person.says(room, player, "Thistledown")


def add_seeds(room: Room, player: User) -> None:
    """Add the seeds of a table on one device, which starts its game."""
    for seat in room.seats.all():
        number = None if seat.player_id == player.pk else seat.number
        seating.set_seed(room.pk, player.pk, f"seed{seat.number}", number=number)


def writes_in_forms(person: Typist, bob: User, player: User) -> None:
    """An event, rules, a card, a report and an appeal, whose decision goes with the account."""
    event = {"variant": "yatzy", "seats": "3", "clock": "60", "length": "45", "delay": "15"}
    person.post("/tournaments/new/", name="Harbourcup", **event)
    person.post("/rules/x/yatzy+bonus-100/keep/", name="Grandmother")
    day = (utc_now() + timedelta(days=3)).date().isoformat()
    when = {"day": day, "at": "20:00", "zone": "UTC", "variant": "yatzy"}
    person.post("/d/new", title="Regatta", **when)
    person.post("/circles/new", name="tuesdays", emblem="dice", zone="UTC")
    circle = Circle.objects.get()
    membership.join(circle, bob)
    Game.objects.filter(scorecards__player=player).update(circle=circle)
    assert count_games() == 1
    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")
    person.post("/scorecard/keep/", body=card | {"names": ["Ottoline", "Peregrine"]})
    about = {"kind": "player", "subject": bob.pk, "reason": "spam"}
    person.post("/report/", text="Gibberish", **about)
    sanction = Sanction.objects.create(
        player=player, kind="no chat", reason="spam", begins_at=utc_now()
    )
    person.post("/decisions/", sanction=sanction.pk, text="Objection")


def others_keep(person: Typist, player: User, bob: User, charlie: User) -> None:
    """Copies of the name and of a line: in a case about somebody else, a notice, mail, the admin,
    a family.
    """
    room = open_room(bob)
    person.says(room, player, "Bystander")
    chat.say(room.pk, charlie.pk, "1", "rude")
    line = ChatMessage.objects.get(player=charlie)
    report(bob, "line", str(line.pk), "spam", room.code)
    PushSubscription.objects.create(player=bob, endpoint="https://a.example", created_at=utc_now())
    told = Facts("yacht", (Person(player.pk, player.name), Person(bob.pk, "Bob")), game="abc")
    over = Event(Notice.Kind.OVER, "abc", frozenset([bob.pk]), told, utc_now() + timedelta(days=1))
    queue_events([over], utc_now())
    tell_of_decision(player, f"For {player.name}", f"Dear {player.name}")
    LogEntry.objects.log_actions(player.pk, [player], CHANGE)
    bob.locked = True
    bob.save()
    welcome(bob, player)


@pytest.mark.django_db(transaction=True)
@pytest.mark.registered
def test_nothing_that_they_typed_stays(
    bob: User, charlie: User, signed_in: As, settings: Settings
) -> None:
    settings.VAPID_KEY = "a key"
    person = Typist()
    address = "Wintergreen@example.com"
    person.post("/sign-up/", name="Zephyrine", password=PASSWORD, email=address)
    person.post("/account/name/", name="Zephyrelle")
    player = User.objects.get(name="Zephyrelle")
    elsewhere = signed_in(player)
    assert Session.objects.filter(player=player).count() == 2
    plays_on_one_device(person, player)
    others_keep(person, player, bob, charlie)
    writes_in_forms(person, bob, player)
    assert flat(REACHED) <= person.columns()
    person.post("/account/delete/", current=PASSWORD)
    assert person.columns() == set()
    assert not Session.objects.filter(player=player).exists()
    assert elsewhere.get("/settings/privacy/").status_code == 302
    assert Case.objects.count() == 2  # without the words, they go on
