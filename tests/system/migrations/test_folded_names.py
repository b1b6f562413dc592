"""An update folds the names of all players, and makes their skeletons with today's table."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games.models import User
from games.people.accounts.lookalikes import skeleton
from games.people.accounts.names import find_account
from games.site.account.membership.renaming import fill_skeletons
from tests.people.accounts.test_folding import as_version_1_0

migration = import_module("games.migrations.0030_fold_names")


@pytest.mark.django_db
def test_it_fills_in_the_forms_of_all_names_and_keeps_all_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    names = ["\u0130pek", "ipek", "Zoe", "Z0e", "Anna", "Bob"]
    accounts = [as_version_1_0(name) for name in names]
    # What an older table made of Bob's name is what today's makes of Anna's.
    User.objects.filter(name="Bob").update(skeleton=skeleton("Anna"))
    guest = User.objects.create(username="guest-1", name="Gus", is_guest=True)
    migration.fill(apps, connection.schema_editor())
    rows = {user.name: user for user in User.objects.order_by("pk")}
    assert list(rows) == [*names, "Gus"]
    assert {name: rows[name].skeleton for name in names} == {
        name: "" if name in ("ipek", "Z0e") else skeleton(name) for name in names
    }
    assert [rows[name].folded for name in names] == ["ipek", "", "zoe", "z0e", "anna", "bob"]
    assert (rows["Gus"].skeleton, rows["Gus"].folded) == (skeleton("Gus"), "")
    assert rows["Gus"].pk == guest.pk
    # Everybody is found by their very name.
    assert [find_account(name) for name in names] == accounts


@pytest.mark.django_db
def test_two_whose_names_count_as_one_both_stay() -> None:
    pairs = [
        ("Νίκος", "ΝΙΚΟΣ"),
        ("محمد", "محـمد"),
        ("\u1d00nna", "Anna"),
        ("ကို", "က\u102f\u102d"),
    ]
    accounts = {name: as_version_1_0(name) for pair in pairs for name in pair}
    migration.fill(apps, connection.schema_editor())
    fill_skeletons()
    assert {name: find_account(name) for name in accounts} == accounts
    names = set(User.objects.filter(is_active=True).values_list("name", flat=True))
    assert set(accounts) <= names
