"""The settings page, and settings that an account stores."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from django.conf import settings as django_settings
from django.test import Client
from msgspec import UNSET
from pytest_django.fixtures import Settings

from games.models import User
from games.people.accounts.preferences import (
    MAX_BYTES,
    Preferences,
    PreferencesRefused,
    parse_preferences,
    save_preferences,
    stored_preferences,
)
from games.site.account.membership.deletion import delete_player
from tests.fixtures import As, OpenRoom
from tests.support.people import PASSWORD
from tests.support.played import begin
from tests.support.services import Missing

pytestmark = pytest.mark.registered

VALUES = Path(django_settings.BASE_DIR) / "static/js/settings/values.js"


def save(browser: Client, **changes: Any) -> Any:
    return browser.post("/settings/save", {"changes": json.dumps(changes)})


def html_attribute(browser: Client, name: str) -> str | None:
    tag = browser.get("/rules/").content.decode().split("<html", 1)[1].split(">", 1)[0]
    return tag.split(f'{name}="', 1)[1].split('"', 1)[0] if f'{name}="' in tag else None


@pytest.mark.parametrize("who", ["outsider", "guest", "account"])
def test_its_pages_lead_to_each_other(
    who: str, outsider: Client, guest: User, alice: User, signed_in: As
) -> None:
    browsers = {"outsider": outsider, "guest": signed_in(guest), "account": signed_in(alice)}
    paths = ["/settings/", "/settings/table/"]
    if who != "outsider":
        paths += ["/settings/notices/", "/settings/privacy/"]
    paths += ["/settings/family/"]
    for path in paths:
        text = browsers[who].get(path).content.decode()
        tabs = re.findall(r'<a href="([^"]+)"( aria-current="page")?>', in_subject(text))
        assert tabs == [(each, ' aria-current="page"' if each == path else "") for each in paths]
    you = browsers[who].get("/settings/").content.decode()
    assert ('value="lighthouse"' in you) == (who == "account")
    assert ("Choose a password" in you) == (who == "guest")


def test_it_offers_to_keep_games_only_to_guests_who_have_some(
    outsider: Client, guest: User, alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    def heading(browser: Client) -> bool:
        return "Keep your games" in browser.get("/settings/").content.decode()

    assert [heading(outsider), heading(signed_in(guest))] == [False, False]
    begin(new_room(guest), guest, alice)
    assert [heading(signed_in(guest)), heading(signed_in(alice))] == [True, False]


def in_subject(text: str) -> str:
    return text.split('<nav class="subject"', 1)[1].split("</nav>", 1)[0]


def test_the_account_is_a_part_of_it(outsider: Client) -> None:
    answer = outsider.get("/account/")
    assert (answer.status_code, answer["Location"]) == (308, "/settings/")


def test_it_keeps_what_an_account_chose_and_writes_it_into_every_page(
    alice: User, signed_in: As
) -> None:
    browser = signed_in(alice)
    assert html_attribute(browser, "data-preferences") == ""
    assert save(browser, feltLook="green", sound=0.5).json() == {"version": 1}
    assert save(browser, captions=True, sound=0).json() == {"version": 2}
    alice.refresh_from_db()
    expected = {"version": 2, "feltLook": "green", "sound": 0, "captions": True}
    assert stored_preferences(alice) == expected
    written = html_attribute(browser, "data-preferences")
    assert written is not None
    assert json.loads(written.replace("&quot;", '"')) == expected
    assert html_attribute(browser, "data-account") == str(alice.pk)


def test_it_sends_the_page_again_once_a_setting_has_changed(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    browser.get("/fair/dice/")  # sets the cookie with the token of forms
    etag = browser.get("/fair/dice/")["ETag"]
    assert browser.get("/fair/dice/", headers={"If-None-Match": etag}).status_code == 304
    save(browser, feltLook="green")
    assert browser.get("/fair/dice/", headers={"If-None-Match": etag}).status_code == 200


def test_it_stores_nothing_of_guests(guest: User, outsider: Client, signed_in: As) -> None:
    assert save(signed_in(guest), feltLook="green").status_code == 403
    assert save(outsider, feltLook="green").status_code == 302
    guest.refresh_from_db()
    assert guest.preferences == ""
    assert html_attribute(signed_in(guest), "data-account") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"pink": true}',
        '{"version": 7}',
        '{"feltLook": "pink"}',
        '{"sound": 1.5}',
        '{"sound": "loud"}',
        '{"captions": 1}',
        '{"language": "<b>"}',
        '{"language": "' + "x" * 13 + '"}',
        '{"theme": "dark"' + " " * MAX_BYTES + "}",
        '{"theme": "\ud800"}',
    ],
)
def test_it_refuses_what_is_no_setting(text: str, alice: User, signed_in: As) -> None:
    with pytest.raises(PreferencesRefused):
        parse_preferences(text)
    sent = text.encode("utf-8", "replace").decode()
    answer = signed_in(alice).post("/settings/save", {"changes": sent})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    alice.refresh_from_db()
    assert alice.preferences == ""


def test_it_keeps_settings_of_a_newer_release(alice: User) -> None:
    alice.preferences = '{"version":4,"weather":"fog"}'
    alice.save(update_fields=["preferences"])
    assert save_preferences(alice, Preferences(theme="dark")) == 5
    assert stored_preferences(alice) == {"version": 5, "weather": "fog", "theme": "dark"}


def test_it_ignores_settings_of_an_earlier_release(alice: User, signed_in: As) -> None:
    sent = {"coordinates": True, "lessons": False, "notifications": False, "sound": 1}
    assert save(signed_in(alice), **sent).json() == {"version": 1}
    alice.refresh_from_db()
    assert stored_preferences(alice) == {"version": 1, "sound": 1}


def test_it_limits_changes(alice: User, signed_in: As, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "settings": (1, 3600)}
    browser = signed_in(alice)
    assert [save(browser, sound=1).status_code for _ in range(2)] == [200, 429]


def test_it_exports_and_deletes_them(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    save(browser, pips="four colours")
    browser.post("/settings/avatar", {"avatar": "gull"})
    data = browser.get("/account/export/").json()
    assert data["settings"] == {"version": 1, "pips": "four colours"}
    assert data["profile"]["avatar"] == "gull"
    delete_player(alice)
    assert (alice.preferences, alice.avatar) == ("", "")


@pytest.mark.process
def test_it_knows_the_same_settings_and_values_as_the_browser() -> None:
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")
    program = f"""import {{ CHOICES, SWITCHES, withDefaults }} from "{VALUES}";
        const settings = Object.keys(withDefaults({{}}));
        console.log(JSON.stringify({{ CHOICES, SWITCHES, settings }}));"""
    run = subprocess.run(
        [node, "--input-type=module", "--eval", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    browser = json.loads(run.stdout)
    fields = msgspec.structs.fields(Preferences)
    assert {field.encode_name for field in fields} == set(browser["settings"])
    types = {field.encode_name: get_args(field.type)[0] for field in fields}
    choices = {name: list(get_args(t)) for name, t in types.items() if get_origin(t) is Literal}
    assert choices == browser["CHOICES"]
    assert {name for name, t in types.items() if t is bool} == set(browser["SWITCHES"])
    assert all(field.default is UNSET for field in fields)


def test_an_account_keeps_its_language_on_other_devices(
    alice: User, outsider: Client, signed_in: As
) -> None:
    signed_in(alice).post("/language/", {"language": "de"})
    alice.refresh_from_db()
    assert stored_preferences(alice) == {"version": 1, "language": "de"}
    answer = outsider.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer.status_code == 302
    assert outsider.cookies["language"].value == "de"
    assert 'lang="de"' in outsider.get("/rules/").content.decode()
