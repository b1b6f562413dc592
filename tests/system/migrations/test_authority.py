"""Decisions of version 1.0 learn who made them; the admin history loses names."""

from importlib import import_module

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from games.models import Case, ChatMessage, Room, Sanction, User
from games.people.conduct.sanctions import impose
from tests.support.people import account

MIGRATION = import_module("games.migrations.0024_table_of_authority")
KIND = Sanction.Kind.NO_CHAT


def test_decisions_learn_who_made_them_and_that_they_are_about_staff(db: None) -> None:
    mona, bob, dora = account("Mona"), account("Bob"), account("Dora")
    case = Case.objects.create(key="x", opened_at=mona.date_joined, decided_by=mona, state="closed")
    for player in (bob, dora):
        impose(player, KIND, "insult", case=case.pk)
    impose(bob, KIND, "insult")
    User.objects.filter(pk=dora.pk).update(desk_role="helper")
    MIGRATION.note_deciders(apps, None)
    MIGRATION.note_staff(apps, None)
    rows = Sanction.objects.order_by("pk").values_list("player", "decided_by", "about_staff")
    assert list(rows) == [
        (bob.pk, mona.pk, False),
        (dora.pk, mona.pk, True),
        (bob.pk, None, False),
    ]


def test_the_history_of_the_admin_keeps_numbers(db: None) -> None:
    bob = account("Bob")
    for model, number, text in (
        (User, bob.pk, "Bob"),
        (ChatMessage, 17, "Bob: my words"),
        (Room, 5, "CODE"),
    ):
        LogEntry.objects.create(
            user=bob,
            content_type=ContentType.objects.get_for_model(model),
            object_id=str(number),
            object_repr=text,
            action_flag=CHANGE,
        )
    MIGRATION.forget_names(apps, None)
    told = set(LogEntry.objects.values_list("object_repr", flat=True))
    assert told == {f"user {bob.pk}", "chat message 17", "CODE"}
