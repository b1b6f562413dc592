"""Staff can look up what the lists of the admin filter by, and nothing else: staff play, too."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.admin.options import ModelAdmin
from django.db.models import Field, Model
from django.test import Client, RequestFactory

from games.models import User
from tests.fixtures import OpenRoom
from tests.support.played import begin
from tests.support.staff import staff

pytestmark = pytest.mark.registered

ADMINS = dict(admin.site._registry)
HOW = (
    *("", "__exact", "__iexact", "__startswith", "__contains", "__regex", "__gt", "__in"),
    "__isempty",
)


def label(model: type[Model]) -> str:
    return model._meta.label_lower


@pytest.fixture
def browser(db: None) -> Client:
    return staff()


def path_of(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def names(model: type[Model], depth: int) -> Iterator[str]:
    """Yield the names of fields and relations, in both directions, as lookups spell them."""
    for field in model._meta.get_fields():
        yield field.name
        if isinstance(field, Field) and field.attname != field.name:
            yield field.attname
        if depth > 1 and isinstance(field.related_model, type):
            yield from (f"{field.name}__{inner}" for inner in names(field.related_model, depth - 1))


def filtered_by(model: type[Model]) -> set[str]:
    return {each for each in ADMINS[model].list_filter or () if isinstance(each, str)}


def only_empty(model: type[Model]) -> set[str]:
    """The fields of which the list asks only whether they are empty."""
    return {str(each[0]) for each in ADMINS[model].list_filter or () if isinstance(each, tuple)}


def looked_up(browser: Client, model: type[Model], lookup: str, value: str = "1") -> int:
    return browser.get(path_of(model), {lookup: value}).status_code


@pytest.mark.parametrize("model", ADMINS, ids=label)
def test_it_refuses_every_field_that_its_list_does_not_filter_by(
    browser: Client, model: type[Model]
) -> None:
    others = set(names(model, 1)) - filtered_by(model)
    assert others
    for name in sorted(others):
        for how in ("", "__isnull", "__regex"):
            assert looked_up(browser, model, f"{name}{how}") == 400, (name, how)


@pytest.mark.parametrize("model", ADMINS, ids=label)
def test_it_refuses_every_field_of_a_relation_and_every_other_question(
    rf: RequestFactory, model: type[Model]
) -> None:
    request = rf.get("/")
    listed, asked = filtered_by(model), ADMINS[model]
    assert isinstance(asked, ModelAdmin)
    allowed = set()
    for name in names(model, 3):
        for how in HOW:
            if asked.lookup_allowed(f"{name}{how}", "1", request):
                allowed.add(f"{name}{how}")
    expected = {f"{name}{how}" for name in listed for how in ("", "__exact", "__in")}
    assert allowed == expected | {f"{name}__isempty" for name in only_empty(model)}


@pytest.mark.parametrize("model", ADMINS, ids=label)
def test_every_filter_of_a_list_works(
    browser: Client, new_room: OpenRoom, alice: User, model: type[Model]
) -> None:
    begin(new_room(alice), alice)
    page = browser.get(path_of(model))
    links = {
        choice["query_string"]
        for shown in page.context["cl"].filter_specs
        for choice in shown.choices(page.context["cl"])
    }
    assert links or not filtered_by(model)
    for link in links:
        assert browser.get(path_of(model) + link).status_code == 200, link
    for name in filtered_by(model):
        assert looked_up(browser, model, f"{name}__exact") == 200


@pytest.mark.parametrize("model", ADMINS, ids=label)
def test_it_names_rows_by_no_other_field_than_their_key(
    browser: Client, model: type[Model]
) -> None:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    for field in fields:
        for name in {field.name, field.attname}:
            assert looked_up(browser, model, "_to_field", name) == 400, name


@pytest.mark.parametrize("model", ADMINS, ids=label)
def test_it_searches_and_sorts_by_nothing_that_it_does_not_show(model: type[Model]) -> None:
    asked = ADMINS[model]
    assert isinstance(asked, ModelAdmin)
    # A hidden field of the model: neither in the list nor on the page of a row.
    hidden = set(asked.exclude or ())
    searched = {str(each).lstrip("=^@") for each in asked.search_fields}
    sorted_by = {str(each).lstrip("-") for each in asked.ordering or ()}
    for each in map(str, asked.list_display):
        sorted_by.add(getattr(getattr(asked, each, None), "admin_order_field", each))
    assert not hidden & {each.split("__")[0] for each in searched}
    assert not hidden & sorted_by
    assert not {each for each in searched | sorted_by if "snapshot" in each or "secret" in each}


def test_staff_who_may_view_games_cannot_ask_for_hidden_dice(
    alice: User, new_room: OpenRoom
) -> None:
    begin(new_room(alice), alice)
    viewer = staff("view_game")
    assert viewer.get("/admin/games/game/").status_code == 200
    for lookup in ("snapshot__regex", "events__data__contains", "scorecards__position__contains"):
        assert viewer.get("/admin/games/game/", {lookup: "1 4 5"}).status_code == 400
    # Nor by what the admin offers while they type.
    source = {"app_label": "games", "model_name": "room", "field_name": "game"}
    offered = viewer.get("/admin/autocomplete/", {**source, "term": "1 4 5"})
    assert offered.json()["results"] == []
