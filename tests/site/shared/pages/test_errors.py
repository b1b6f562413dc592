"""Error pages."""

from urllib.parse import urlencode

import pytest
from django.test import Client, RequestFactory
from django.views import defaults

from games.models import User
from tests.fixtures import As

pytestmark = pytest.mark.registered


def test_it_says_not_found_in_plain_words(outsider: Client) -> None:
    answer = outsider.get("/nowhere/")
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


def test_it_shows_its_own_mistakes_without_details(db: None) -> None:
    answer = defaults.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "Your games are safe" in answer.content.decode()


def test_it_says_when_it_understood_nothing() -> None:
    answer = defaults.bad_request(RequestFactory().get("/"), ValueError("secret"))
    assert "We couldn’t read that request" in answer.content.decode()
    assert "secret" not in answer.content.decode()


def test_it_says_when_something_is_not_allowed(alice: User, signed_in: As) -> None:
    answer = signed_in(alice).get("/admin/login/")
    assert answer.status_code == 403
    assert "This page is not open to you" in answer.content.decode()


def test_it_explains_a_token_that_does_not_match(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/sign-in/")
    answer = browser.post("/sign-in/", {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "<h1>This page is out of date</h1>" in text
    assert text.split('<nav class="site-sections"')[1].split("</nav>")[0].count("<a ") == 4


def test_it_says_that_a_browser_blocks_cookies(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/new/")
    assert answer.status_code == 403
    assert "<h1>Yacht needs a cookie</h1>" in answer.content.decode()
    assert "in another tab" not in answer.content.decode()


def test_a_page_that_is_not_there_leads_on(outsider: Client) -> None:
    text = outsider.get("/nowhere/").content.decode().split("<main")[1].split("</main>")[0]
    assert 'action="/community/" role="search"' in text
    assert 'href="/"' in text


def test_it_logs_a_foreign_host_in_one_line(db: None, caplog: pytest.LogCaptureFixture) -> None:
    assert Client().get("/", headers={"host": "scanner.example"}).status_code == 400
    (line,) = [it for it in caplog.records if it.name == "django.security.DisallowedHost"]
    assert "scanner.example" in line.getMessage()
    assert line.exc_info is None


def test_it_refuses_a_foreign_host_where_there_is_no_page(db: None) -> None:
    assert Client().get("/nothing/here", headers={"host": "a.example,b.example"}).status_code == 400


def test_it_logs_a_form_of_too_many_fields_in_one_line(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    fields = {f"field{number}": "1" for number in range(1001)}
    assert Client().post("/sign-in/", fields).status_code == 400
    (line,) = [it for it in caplog.records if it.name.startswith("django.security.")]
    assert line.exc_info is None
    body = urlencode(fields)
    form = "application/x-www-form-urlencoded"
    assert Client().post("/sign-in/", body, content_type=form).status_code == 400
    assert all(it.exc_info is None for it in caplog.records)


MALFORMED = [
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\n" * 1200),
    ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 1001)),
]


@pytest.mark.parametrize("path", ["/nowhere/", "/sign-in/"])
@pytest.mark.parametrize(("type_", "body"), MALFORMED)
def test_it_refuses_a_malformed_form_at_every_path(
    db: None, caplog: pytest.LogCaptureFixture, path: str, type_: str, body: bytes
) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert browser.post(path, body, content_type=type_).status_code == 400
    assert caplog.records
    assert all(it.exc_info is None for it in caplog.records)


@pytest.mark.parametrize(("type_", "body"), MALFORMED)
def test_it_answers_a_malformed_form_to_the_api_like_any_other_body(
    db: None, caplog: pytest.LogCaptureFixture, type_: str, body: bytes
) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answers = [
        browser.post(f"/api/v1/{path}", body, content_type=type_) for path in ("no", "guests")
    ]
    assert [each.status_code for each in answers] == [405, 400]
    assert [each["Content-Type"] for each in answers] == ["application/json"] * 2
    assert all(it.exc_info is None for it in caplog.records)


def test_it_reads_no_form_for_the_error_page_of_the_api(db: None) -> None:
    # Django checks the token of a form when it writes the page about an unknown host.
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "f" * 32
    host = {"host": "\xff"}
    answer = browser.post("/api/v1/no", b"x", content_type="multipart/form-data", headers=host)
    assert answer.status_code == 400
