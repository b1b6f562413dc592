"""Static pages."""

import html
import re
from collections.abc import Callable
from urllib.robotparser import RobotFileParser

import pytest
from django.templatetags.static import static
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.core.engine import fairness
from games.models import User
from tests.fixtures import As

pytestmark = pytest.mark.registered

PAGES = ["/", "/new/", "/rules/", "/fair/", "/sign-in/", "/sign-up/", "/password/reset/"]


def test_it_names_the_owner_of_the_trade_mark(outsider: Client) -> None:
    assert "trademark of Hasbro" in outsider.get("/rules/").content.decode()


def test_it_tells_the_formula_of_the_dice_so_that_it_gives_the_same_dice(
    outsider: Client,
) -> None:
    text = outsider.get("/fair/").content.decode()
    (program,) = re.findall(r"(import hmac.*?)</pre>", text, re.DOTALL)
    told: dict[str, Callable[..., int]] = {}
    exec(html.unescape(program), told)
    secret = bytes(range(32))
    for turn in range(1, 14):
        for position in range(5):
            place = ("k7abcdefgh23", ["9f2c", "none"], 1, turn, 2, position)
            assert told["die"](secret.hex(), *place) == fairness.die(secret, *place)


def test_it_tells_the_rules_without_asking_the_database(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        outsider.get("/rules/")


@pytest.mark.parametrize("path", PAGES)
def test_it_has_one_heading_a_title_and_a_label_for_every_field(
    outsider: Client, path: str
) -> None:
    text = outsider.get(path).content.decode()
    assert len(re.findall(r"<h1[ >]", text)) == 1
    (title,) = re.findall(r"<title>(.*?)</title>", text)
    assert "Yacht" in title
    labels = set(re.findall(r'<label for="([^"]+)"', text))
    for field in re.findall(r'<input [^>]*type="(?:text|password|email)"[^>]*>', text):
        (id_,) = re.findall(r' id="([^"]+)"', field)
        assert id_ in labels
        assert "autocomplete=" in field


@pytest.mark.parametrize("path", PAGES)
def test_it_keeps_to_the_content_security_policy(outsider: Client, path: str) -> None:
    answer = outsider.get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    text = answer.content.decode()
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"\son[a-z]+=", text)
    assert "<style" not in text
    assert "javascript:" not in text


@pytest.mark.parametrize("path", [*PAGES, "/settings/privacy/", "/games/"])
def test_it_refuses_to_be_framed_or_sniffed(outsider: Client, path: str) -> None:
    answer = outsider.get(path)
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", [*PAGES, "/settings/privacy/", "/api/v1/variants", "/no-such-page/"]
)
def test_it_keeps_other_sites_out_and_the_browsers_devices_off(outsider: Client, path: str) -> None:
    answer = outsider.get(path)
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    features = dict(part.split("=") for part in answer["Permissions-Policy"].split(", "))
    ours = {name for name, allowed in features.items() if allowed == "(self)"}
    assert ours == {"publickey-credentials-get"}
    assert all(allowed == "()" for name, allowed in features.items() if name not in ours)
    assert {"camera", "geolocation", "microphone", "payment", "usb"} <= features.keys()
    # Links to tables and games are copied and shared.
    assert not {"clipboard-write", "web-share"} & features.keys()


def test_it_keeps_other_sites_out_of_static_files(settings: Settings) -> None:
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    answer = Client().get("/static/css/base.css")
    assert answer.status_code == 200
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Permissions-Policy" not in answer  # for documents: 350 bytes for each file
    assert "Access-Control-Allow-Origin" not in answer


def test_it_asks_search_engines_to_stay_out_of_rooms(outsider: Client) -> None:
    answer = outsider.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    robots = RobotFileParser()
    robots.parse(answer.content.decode().splitlines())
    assert not robots.can_fetch("Googlebot", "/r/abcdefgh/")
    assert robots.can_fetch("Googlebot", "/rules/")


def test_it_lets_apps_preview_links_to_rooms(outsider: Client) -> None:
    robots = RobotFileParser()
    robots.parse(outsider.get("/robots.txt").content.decode().splitlines())
    for name in ("Twitterbot/1.0", "facebookexternalhit/1.1", "WhatsApp/2.23.20.0"):
        assert robots.can_fetch(name, "/r/abcdefgh/"), name
        assert not robots.can_fetch(name, "/account/"), name


def test_it_redirects_the_favicon_to_the_icon(outsider: Client) -> None:
    answer = outsider.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"] == static("img/icon.svg")
    assert answer["Cache-Control"] == "max-age=86400, public"


@pytest.mark.parametrize(
    "path", ["/", "/games/", "/@Alice/", "/leaderboards/", "/tournaments/", "/rules/", "/puzzles/"]
)
def test_no_proxy_keeps_a_page_that_depends_on_who_asks(
    outsider: Client, alice: User, signed_in: As, path: str
) -> None:
    for browser in (outsider, signed_in(alice)):
        answer = browser.get(path, follow=True)
        said = set(answer["Cache-Control"].split(", "))
        assert {"private", "no-store"} & said
        assert {"no-cache", "no-store"} & said


def test_answers_that_are_the_same_for_all_keep_their_own_headers(
    outsider: Client,
) -> None:
    for path in ("/robots.txt", "/api/v1/variants"):
        assert "private" not in outsider.get(path).headers.get("Cache-Control", "")
