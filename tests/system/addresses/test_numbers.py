"""Numbers in addresses, queries and forms: what is none, or too long, is refused in plain words."""

import ast
import base64
from collections.abc import Iterator
from itertools import count
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client

from tests.support.people import BACKEND, passes_second_factor
from tests.support.visits import Visitor, failures
from tests.system.addresses.every_address import FORMS, QUERIES, Route, Site, make_site, routes
from tests.system.addresses.parameters import (
    CHOSEN,
    GAMES,
    modules,
    queries_of_the_api,
    read_parameters,
)

# What oEmbed says of a form other than JSON, by its specification.
pytestmark = pytest.mark.logs_errors("django.request: Not Implemented: /oembed")
LONG = "9" * 5000
PADDED = "000000001" + "9" * 4400
WORST = [LONG, "\0", "9" * 19, "-1", "²"]
OTHERS = [
    *("0" * 4000 + "1", "9" * 400, "9" * 18, "+1", "٣", "１", "५", "", "1.5", "1e5", "1_0", " 1 "),
    *("nan", "inf", "0x10", "-0", "१" * 5000),
]
"""What is no number here, or one that no column holds: other scripts' digits, signs, floats."""


def cursor(value: str, row: str = "1") -> str:
    """A cursor as in the links of long lists, with anything in it."""
    return base64.urlsafe_b64encode(f"{value}:{row}".encode()).decode().rstrip("=")


def test_it_reads_no_other_numbers_from_requests() -> None:
    # Only games/core/numbers.py turns text from outside into numbers.
    found = {
        f"{path.relative_to(GAMES)}: {ast.unparse(node)}"
        for _, path, code in modules()
        for node in ast.walk(code)
        if (isinstance(node, ast.Call) and is_reader(node.func)) or is_reader_of_field(node)
    }
    assert found == NO_TEXT_FROM_OUTSIDE


def is_reader(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in {"int", "float", "complex", "Decimal"}
    return isinstance(function, ast.Attribute) and function.attr in {
        *("isdigit", "isdecimal", "isnumeric"),
    }


def is_reader_of_field(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "coerce"


NO_TEXT_FROM_OUTSIDE = {
    "assembly/routing/routing.py: int(found[2])",
    "people/accounts/sessions.py: int(player)",
    "site/shared/answers/reading.py: int(limited.wait)",
    "site/account/membership/api.py: int(expires.timestamp() * 1000)",
    "site/account/factors/gate.py: float(utc_now().timestamp() - found['at'])",
    "platform/limits/rates.py: int(self.wait // 60)",
    "site/shared/pages/refusals.py: int(refused.wait)",
    "site/shared/pages/url_converters.py: int(value)",
    "site/events/appointments/forms.py: coerce=int",
    "site/events/cards/forms.py: coerce=int",
    "site/shared/table_form/forms.py: coerce=int",
    "site/events/tournaments/admin.py: coerce=int",
    "site/events/tournaments/forms.py: coerce=int",
}
"""Numbers that are made of numbers, of what was checked, or of what the site itself has written."""


def test_it_knows_where_the_names_of_parameters_are_no_texts() -> None:
    assert read_parameters().unnamed == set(CHOSEN)


def test_it_finds_the_parameters() -> None:
    names = read_parameters().names
    assert {"sanction", "room"} <= names["games.site.account.desk.views"]
    assert {"days", "target", "page"} <= names["games.site.account.desk.desk_views"]
    assert {"after"} <= names["games.site.archive.leaderboards.views"]
    assert {"bonus", "limit", "served"} <= read_parameters().fields_of(
        "games.site.study.house_rules.views"
    )
    assert {"after", "limit", "from", "to", "rolls", "text"} <= queries_of_the_api()
    assert not [route for route in routes() if "IntConverter" in route.parameters.values()]


@pytest.fixture
def site(db: None) -> Site:
    return make_site()


@pytest.fixture
def visitor(site: Site) -> Visitor:
    """Somebody of the staff, who may open every page."""
    client = Client()
    client.force_login(site.people["staff"], backend=BACKEND)
    return Visitor(passes_second_factor(client))


Case = tuple[str, Route, str, str]


def in_paths(texts: list[str], others: list[str]) -> Iterator[Case]:
    """Yield a case for each placeholder; `others`: for those that are no numbers."""
    for route in routes():
        for name, converter in route.parameters.items():
            for text in texts if converter == "NumberConverter" else others:
                yield "GET", route, name, text


def in_parameters(site: Site, visitor: Visitor, texts: list[str], share: int = 1) -> Iterator[Case]:
    """Yield a case for each name that the route's module reads; fields of forms are posted, if the
    route takes forms. Each name has one of `share` texts: they take turns.
    """
    read, of_api = read_parameters(), queries_of_the_api()
    turn = count()
    for route in routes():
        posts = visitor.ask("POST", site.path(route), {}) != 405
        queries = (
            of_api if route.module.startswith("games.site.front.api") else read.names[route.module]
        )
        fields = read.fields_of(route.module)
        for name in sorted(queries | fields):
            some = texts[next(turn) % share :: share]
            for text in [*some, *([cursor(text) for text in some] if name == "after" else ())]:
                if posts:
                    yield "POST", route, name, text
                if name in queries or not posts:
                    yield "GET", route, name, text


def wrong(site: Site, visitor: Visitor, cases: Iterator[Case]) -> set[str]:
    """Return the cases that were answered with 500."""
    found, closed = set(), set()
    with failures() as raised:
        for method, route, name, text in cases:
            if (method, route.name) in closed:
                continue
            if name in route.parameters:
                status = visitor.ask(method, site.path(route, **{name: quote(text, safe="")}))
            elif method == "POST":
                form = {**FORMS.get(route.name, {}), name: text}
                status = visitor.ask("POST", site.path(route), form)
            else:
                query = {**QUERIES.get(route.name, {}), name: text}
                words = "&".join(f"{key}={quote(value)}" for key, value in query.items())
                status = visitor.ask("GET", site.path(route), QUERY_STRING=words)
            if status == 405:
                closed.add((method, route.name))
            if status == 500 or raised:
                found.add(f"{method} {route.path} {name}={text[:10]!r} ({len(text)}): {raised}")
                raised.clear()
    assert visitor.asked > 100
    return found


def test_no_number_in_a_path_is_an_error(site: Site, visitor: Visitor) -> None:
    assert wrong(site, visitor, in_paths(WORST, [WORST[1]])) == set()


def test_no_number_in_a_query_or_form_is_an_error(site: Site, visitor: Visitor) -> None:
    # Only PostgreSQL refuses NUL; what is too long never comes to the database.
    texts = [PADDED] if connection.vendor == "sqlite" else ["\0"]
    assert wrong(site, visitor, in_parameters(site, visitor, texts)) == set()


@pytest.mark.release
def test_no_such_number_anywhere_is_an_error(site: Site, visitor: Visitor) -> None:
    assert wrong(site, visitor, in_paths(OTHERS, [*WORST, *OTHERS])) == set()
    # What a name is read with does not depend on the text: see the first test.
    assert wrong(site, visitor, in_parameters(site, visitor, [*WORST, *OTHERS], share=4)) == set()
