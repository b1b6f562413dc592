"""The translations for the browser: one script for each language but English."""

import re

import pytest
from django.test import Client

SCRIPT = re.compile(r'<script defer src="(/language/[\w.-]+\.js)" nonce="[^"]+"></script>')


def script_of(client: Client, language: str) -> list[str]:
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    return SCRIPT.findall(page)


@pytest.mark.django_db
def test_it_asks_for_nothing_in_english(client: Client) -> None:
    assert script_of(client, "en") == []


@pytest.mark.django_db
def test_it_keeps_the_script_for_ever_under_its_hash(client: Client) -> None:
    (address,) = script_of(client, "de")
    answer = client.get(address)
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer["Cache-Control"]
    assert "django.gettext" in answer.content.decode()
    assert answer["Vary"] == "Accept-Encoding"


@pytest.mark.django_db
def test_it_does_not_let_an_old_hash_keep_the_new_script(client: Client) -> None:
    answer = client.get("/language/de.0123456789ab.js")
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["tlh", "en_XA", "DE"])
def test_it_knows_no_other_language(client: Client, language: str) -> None:
    assert client.get(f"/language/{language}.0123456789ab.js").status_code == 404
