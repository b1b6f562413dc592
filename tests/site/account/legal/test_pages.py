"""The operator's texts, the footer, and security.txt."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.site.account.legal.checks import check_legal_texts
from tests.environment import ROOT

pytestmark = pytest.mark.django_db

TEMPLATES = ROOT / "deploy/legal"


def test_without_texts_the_footer_has_privacy_only(client: Client, settings: Settings) -> None:
    settings.LEGAL_DIR = ""
    footer = client.get("/rules/").content.decode()
    assert 'href="/privacy/"' in footer
    for name in ("terms", "imprint", "contact"):
        assert f'href="/{name}/"' not in footer
        assert client.get(f"/{name}/").status_code == 404


def test_it_shows_the_operators_texts_in_the_readers_language(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.LEGAL_DIR = str(tmp_path)
    (tmp_path / "terms.en.md").write_text("# House rules\n\nBe *kind*.\n")
    (tmp_path / "terms.de.md").write_text("# Hausordnung\n")
    (tmp_path / "imprint.de.md").write_text("# Impressum\n\nAnna Muster\n")
    assert 'href="/terms/"' in client.get("/rules/").content.decode()
    assert "<em>kind</em>" in client.get("/terms/").content.decode()
    german = client.get("/terms/", headers={"accept-language": "de"}).content.decode()
    assert "Hausordnung" in german
    other = client.get("/imprint/").content.decode()
    assert 'lang="de"><h1>Impressum' in other


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](https://example.com/p.png)",
        '<img src=x onerror="alert(1)">',
    ],
)
def test_a_text_brings_no_markup_of_its_own(
    client: Client, settings: Settings, tmp_path: Path, text: str
) -> None:
    settings.LEGAL_DIR = str(tmp_path)
    (tmp_path / "contact.en.md").write_text(text)
    shown = client.get("/contact/").content.decode()
    main = shown[shown.index("<main") : shown.index("</main")]
    assert not re.search(r"<script|<img|href=\"javascript", main)


def test_the_check_finds_placeholders_in_each_template(settings: Settings, tmp_path: Path) -> None:
    settings.LEGAL_DIR = str(TEMPLATES)
    found = {warning.msg.split()[0] for warning in check_legal_texts(None)}
    assert found == {path.name for path in TEMPLATES.glob("*.*.md")}
    assert len(found) == 4 * len(settings.LANGUAGES)
    settings.LEGAL_DIR = str(tmp_path)
    (tmp_path / "terms.en.md").write_text("See [here](https://example.com).")
    assert check_legal_texts(None) == []


def test_security_txt_names_the_contact_and_expires_within_a_year(
    client: Client, settings: Settings
) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    left = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%S%z") - datetime.now(UTC)
    assert 100 < left.days < 365
    assert fields["Canonical"].endswith("/.well-known/security.txt")
