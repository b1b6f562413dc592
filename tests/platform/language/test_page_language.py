"""The language of pages: cookie, then Accept-Language, then English."""

import pytest
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client


def language_of(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    page = answer.content.decode()
    return page.split('<html lang="', 1)[1].split('"', 1)[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("tlh,de;q=0.5", "de"),
        ("tlh", "en"),
        ("*", "en"),
        ("de;q=broken", "en"),
    ],
)
def test_it_follows_the_browser(client: Client, header: str, language: str) -> None:
    assert language_of(client.get("/rules/", headers={"accept-language": header})) == language


@pytest.mark.django_db
def test_it_tells_caches_what_the_page_depends_on(client: Client) -> None:
    answer = client.get("/rules/", headers={"accept-language": "de"})
    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}


@pytest.mark.django_db
def test_it_remembers_a_choice_and_goes_back(client: Client) -> None:
    rules = {"referer": "http://testserver/rules/?from=here"}
    answer = client.post("/language/", {"language": "de"}, headers=rules)
    assert answer["Location"] == "http://testserver/rules/?from=here"
    assert language_of(client.get("/rules/", headers={"accept-language": "en"})) == "de"
    client.post("/language/", {"language": "en"})
    assert language_of(client.get("/rules/", headers={"accept-language": "de"})) == "en"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["", "tlh", "de\r\nSet-Cookie: a=b", "x" * 5000])
def test_it_ignores_unknown_languages(client: Client, language: str) -> None:
    other = {"referer": "https://example.org/"}
    answer = client.post("/language/", {"language": language}, headers=other)
    assert answer["Location"] == "/"
    assert "language" not in answer.cookies


@pytest.mark.django_db
def test_it_keeps_the_api_in_english_and_independent_of_the_language(client: Client) -> None:
    german = client.get("/api/v1/variants", headers={"accept-language": "de"})
    english = client.get("/api/v1/variants", headers={"accept-language": "en"})
    assert german.content == english.content
    assert "Accept-Language" not in german.get("Vary", "")


@pytest.mark.django_db
def test_it_gives_the_same_page_another_etag_in_another_language(client: Client) -> None:
    english = client.get("/fair/log/", headers={"accept-language": "en"})
    german = client.get("/fair/log/", headers={"accept-language": "de"})
    assert english["ETag"] != german["ETag"]
    again = client.get(
        "/fair/log/", headers={"accept-language": "de", "if-none-match": english["ETag"]}
    )
    assert again.status_code == 200
