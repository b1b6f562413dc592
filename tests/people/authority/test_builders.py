"""One place builds each record, one place closes accounts, and many cases cost few queries."""

import ast
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Case, User
from games.people.authority import records
from games.site.account.desk import cases
from tests.environment import ROOT
from tests.people.authority import scenes
from tests.people.authority.people import user_of
from tests.support.people import account, open_room

RECORDS = {"Actor", "CaseFacts", "DecisionFacts", "AppealFacts", "AccountFacts"} | {
    "TableFacts",
    "PlaceFacts",
}
BUILDERS = {
    "games/people/accounts/facts.py": {"Actor", "AccountFacts"},
    "games/site/account/desk/facts.py": {"CaseFacts", "DecisionFacts", "AppealFacts"},
    "games/tables/rooms/permissions.py": {"TableFacts", "PlaceFacts"},
    "games/site/events/tournaments/admin.py": {"PlaceFacts"},
}
CLOSERS = {
    "games/site/account/desk/decisions.py": {"ban", "unban"},
    "games/site/account/desk/accounts.py": {"unban"},
}


def called(source: str, names: set[str]) -> set[str]:
    """Return which of these names Python code calls, also as an attribute or under another name,
    or passes on.
    """
    tree = ast.parse(source)
    known = {name: name for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {alias.asname or "": alias.name for alias in node.names if alias.name in names}
    return {known[name] for node in ast.walk(tree) for name in _names_of(node) if name in known} - {
        ""
    }


def _names_of(node: ast.AST) -> Iterator[str]:
    """Yield what is called, or given to something that is called."""
    if not isinstance(node, ast.Call):
        return
    for each in (node.func, *node.args, *(keyword.value for keyword in node.keywords)):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr


def callers(names: set[str]) -> dict[str, set[str]]:
    found = {
        str(path.relative_to(ROOT)): called(path.read_text(), names)
        for path in (ROOT / "games").rglob("*.py")
    }
    return {path: used for path, used in found.items() if used}


def test_it_knows_all_records() -> None:
    classes = {name for name, it in vars(records).items() if getattr(it, "__dataclass_fields__", 0)}
    assert classes == RECORDS


def test_only_the_facts_beside_the_models_build_records() -> None:
    assert callers(RECORDS) == BUILDERS


def test_only_the_desk_closes_and_opens_accounts() -> None:
    assert callers({"ban", "unban"}) == CLOSERS


@pytest.mark.parametrize(
    "source",
    [
        "Actor(1)",
        "records.Actor(1)",
        "from games.people.authority.records import Actor as Someone\nSomeone(1)",
        "map(Actor, ids)",
        "partial(records.Actor, role=role)",
    ],
)
def test_it_would_notice_another_builder(source: str) -> None:
    assert called(source, RECORDS) == {"Actor"}
    assert called("from games.people.authority.records import Actor\nx: Actor", RECORDS) == set()


@pytest.mark.parametrize("kind", ["helper", "moderator", "superuser"])
def test_a_hundred_cases_take_at_most_six_queries(db: None, kind: str) -> None:
    actor = user_of(kind)
    case = scenes.seated(account("Alia"))
    User.objects.filter(name__in=["Alice", "Bob"]).update(desk_role="helper")
    room = open_room(actor)
    scenes.guest_of(actor, room)
    for number in range(99):
        subject = account(f"Player {number}")
        row = Case.objects.create(
            key=f"player:{subject.pk}",
            subject=subject,
            about_talk=True,
            opened_at=case.opened_at,
            opened_by=actor,
            evidence=case.evidence,
        )
        row.reports.create(
            reporter=actor if number % 2 else subject, reason="insult", at=row.opened_at
        )
    with CaptureQueriesContext(connection) as captured:
        queue = cases.open_cases(actor)
    assert len(queue.cases) in (50, 51)
    assert len(captured) <= 6
