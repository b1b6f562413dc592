"""The script with all texts of the browser, for pages that load each module by itself."""

import re

import pytest
from django.test import Client

SCRIPT = re.compile(r'<script defer src="(/language/[\w./-]+\.js)" nonce="[^"]+"></script>')


def script_of(client: Client, language: str) -> list[str]:
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    return SCRIPT.findall(page)


@pytest.mark.django_db
def test_it_asks_for_nothing_in_english(client: Client) -> None:
    assert script_of(client, "en") == []


@pytest.mark.django_db
def test_it_has_texts_plurals_and_names(client: Client) -> None:
    (address,) = script_of(client, "de")
    answer = client.get(address)
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    script = answer.content.decode()
    assert '"%(count)s point":["%(count)s Punkt","%(count)s Punkte"]' in script
    assert '"Full house":"Full House"' in script
    assert "form:n=>Number((n != 1))" in script


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "tlh", "en_XA", "DE"])
def test_it_knows_no_other_language(client: Client, language: str) -> None:
    assert client.get(f"/language/{language}/0123456789ab/texts.js").status_code == 404
