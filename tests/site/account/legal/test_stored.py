"""The page about privacy knows every table, every cookie and every script that stores."""

import ast
import re
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from games.site.account.legal.stored import COOKIES, DJANGO_TABLES, GROUPS, SCRIPTS, tables_of
from games.site.account.legal.views import periods

ROOT = Path(settings.BASE_DIR)
SETTERS = {"set_cookie", "set_signed_cookie"}
STORES = re.compile(r"Storage\.setItem\(|\bnew Entries\(|\bextends Entries\b")
"""What a script stores with; `Entries` (real_dice/entries.js) stores what others give it."""
PLACE = "add it to games/site/account/legal/stored.py"


def test_every_table_is_in_a_group_of_the_page() -> None:
    models = apps.get_models(include_auto_created=True)
    groups = {group.id for group in GROUPS}
    missing = {
        model.__name__
        for model in models
        if getattr(model._meta.auto_created or model, "privacy_group", None) not in groups
        and DJANGO_TABLES.get(model.__name__) not in groups
    }
    assert not missing, "not on the page about privacy: give the model a `privacy_group`"
    assert DJANGO_TABLES.keys() <= {model.__name__ for model in models}
    shown = [table.model for group in GROUPS for table in tables_of(group.id)]
    assert len(shown) == len(models)


def test_it_lists_all_columns_of_a_table() -> None:
    tables = {table.model: table.columns for group in GROUPS for table in tables_of(group.id)}
    assert tables["FamilyMember"] == "owner member name at"
    assert tables["User_blocked"] == "from_user to_user"
    assert tables["Session"] == "session_key session_data expire_date player"


def test_it_knows_every_cookie() -> None:
    names = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "messages"}
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in SETTERS:
                assert isinstance(node, ast.Call)
                names.add(name_of(node.args[0], path))
    assert names == {each.name for each in COOKIES}, PLACE


def name_of(node: ast.expr, path: Path) -> str:
    """The name of a cookie: a constant of the module, or a setting."""
    if isinstance(node, ast.Attribute):
        return str(getattr(settings, node.attr))
    assert isinstance(node, ast.Name)
    found = re.search(rf'^{node.id} = "(.*)"$', path.read_text(), re.M)
    assert found is not None
    return found[1]


def test_it_knows_every_script_that_stores_something() -> None:
    scripts = ROOT / "static/js"
    storing = {
        path.relative_to(scripts).as_posix()
        for path in scripts.rglob("*.js")
        if STORES.search(path.read_text()) and path.name != "entries.js"
    }
    assert storing == {each.where for each in SCRIPTS}, PLACE


@pytest.mark.django_db
def test_the_page_says_how_long_each_thing_is_kept(client: Client) -> None:
    text = client.get("/privacy/").content.decode()
    assert periods()["chat_days"] == 90
    for group in GROUPS:
        assert group.kept % periods() in text
    assert "%(" not in text
