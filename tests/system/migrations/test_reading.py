"""Nobody changes anything by reading: no answer to a GET writes to the database."""

import json
from typing import Any, NamedTuple

import pytest

from tests.environment import ROOT
from tests.system.migrations.database import old_site

pytestmark = pytest.mark.process

READ = "from tests.system.migrations.reading import main; main()"
# All that the site has, for one who reads so much.
LIMITS = ",".join(f"{limit}=100000/60" for limit in ("api", "preview", "room-address"))
MAY_WRITE = {
    # Which puzzle is asked, so that loading the page again gives no easier one.
    "puzzle-streak": {"games_puzzlerecord"},
}
# They need a word that a link has, the address of a page, a provider or a logo.
UNREACHED = {
    *("closed-decisions", "claim-seat", "claim-qr", "oembed", "offline-values"),
    *("first-link", "first-account", "welcome", "provider-done", "site-logo"),
}
LEGAL = ROOT / "deploy/legal"


class Answers(NamedTuple):
    """Statuses and statements of all answers, by the names of their addresses."""

    statuses: dict[str, list[int]]
    written: dict[str, list[str]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What a site with rows of every kind answers two days later, when a worker has much to do."""
    with old_site(tmp_path_factory.mktemp("reading"), None) as site:
        site.environment["LIMITS"] = LIMITS
        site.environment["LEGAL_DIR"] = str(LEGAL)
        site.environment["SECURITY_CONTACT"] = "mailto:security@example.org"
        site.manage("migrate")
        found: dict[str, Any] = json.loads(site.manage("shell", "-c", READ).splitlines()[-1])
    return Answers(**found)


def test_it_asks_for_every_address(answers: Answers) -> None:
    assert len(answers.statuses) > 90
    # 405: only forms are sent there.
    read = {200, 302, 308, 405}
    unread = {name for name, found in answers.statuses.items() if not read.intersection(found)}
    assert unread == UNREACHED
    assert not [name for name, found in answers.statuses.items() if {429, 500}.intersection(found)]


def test_no_answer_writes(answers: Answers) -> None:
    found = {
        name: [
            statement
            for statement in statements
            if statement != "BEGIN IMMEDIATE"
            and not any(table in statement for table in MAY_WRITE.get(name, ()))
        ]
        for name, statements in answers.written.items()
    }
    assert {name: statements for name, statements in found.items() if statements} == {}
