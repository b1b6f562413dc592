"""Checks of a deployment know what the operator has chosen in the browser."""

import re
from pathlib import Path

import pytest
from django.core.checks import run_checks
from pytest_django.fixtures import Settings

from games.platform.site_settings import current
from games.site.account.operator.questions import QUESTIONS
from tests.environment import ROOT

pytestmark = pytest.mark.django_db

IN_BROWSER = {name for question in QUESTIONS for name in question.fixed}
READ = {
    # W020: texts of files; those of the browser have a check of their own.
    ("site/account/legal/checks.py", "LEGAL_DIR"),
    # E041: in the environment this is an error; W041 is about the choice in the browser.
    ("site/account/providers/checks.py", "ONLY_SSO"),
}
"""The checks that name a setting which may be chosen in the browser: each has its test below."""


def found(id_: str) -> list[str]:
    return [each.msg for each in run_checks(include_deployment_checks=True) if each.id == id_]


def test_no_other_check_reads_only_the_environment() -> None:
    checks = sorted((ROOT / "games").rglob("checks.py"))
    assert len(checks) >= 3
    read = {
        (path.relative_to(ROOT / "games").as_posix(), name)
        for path in checks
        for name in IN_BROWSER
        if re.search(rf"\b{name}\b", path.read_text())
    }
    assert read == READ


@pytest.mark.parametrize("name", ["imprint", "terms", "contact", "privacy"])
def test_it_warns_of_placeholders_in_a_text_of_the_browser(name: str) -> None:
    current.save(**{name: "# Us\n\n[your name] [here](https://example.com)"})
    (message,) = found("games.W020")
    assert message == f"{name} in the settings of the site still has placeholders: [your name]."
    current.save(**{name: "# Us\n\nNora"})
    assert found("games.W020") == []


def test_it_warns_only_of_texts_that_show(settings: Settings, tmp_path: Path) -> None:
    current.save(imprint="[your name]")
    settings.LEGAL_DIR = str(tmp_path)
    assert found("games.W020") == []
    (tmp_path / "imprint.en.md").write_text("[your street]")
    (message,) = found("games.W020")
    assert "imprint.en.md in LEGAL_DIR" in message


def test_it_warns_of_a_provider_that_is_gone(settings: Settings) -> None:
    assert found("games.W041") == []
    current.save(who="sso")
    (message,) = found("games.W041")
    assert "there is none" in message
    settings.OIDC_PROVIDERS = ["school"]
    assert found("games.W041") == []
    settings.OIDC_PROVIDERS = []
    settings.INVITE_ONLY = False
    assert found("games.W041") == []
