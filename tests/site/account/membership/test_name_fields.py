"""Fields for names take what the server counts as a name, however many units a browser counts."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.people.accounts.names import NAME_LENGTH, TYPED_LENGTH, NameRefused, clean_name

NAMES = {
    "Adlam": "\U0001e900" + "\U0001e922" * (NAME_LENGTH - 1),
    "Osage": "\U000104b0" + "\U000104d8" * (NAME_LENGTH - 1),
    "Vietnamese, with each mark apart": "e\u0302\u0301" * NAME_LENGTH,
    "Korean, with each letter apart": "\u1112\u1161\u11ab" * NAME_LENGTH,
}
"""The longest names of scripts whose letters have two units of UTF-16, or come in parts."""
PAGES = ("/", "/new/", "/device/", "/sign-in/", "/sign-up/")
FIELD = re.compile(r"<input\b[^>]*\bname=\"(?:name|player)\"[^>]*>")
MAXLENGTH = re.compile(r"\b(?:maxlength|most)=(\S+)")
SERVERS = {"${page.nameLength}", "${shown.typed_length}"}
"""What the server tells scripts: TYPED_LENGTH."""


@pytest.mark.parametrize("typed", NAMES.values(), ids=NAMES)
def test_the_longest_name_fits(typed: str) -> None:
    assert len(typed.encode("utf-16-le")) // 2 <= TYPED_LENGTH
    assert len(clean_name(typed)) == NAME_LENGTH
    with pytest.raises(NameRefused, match="at most 20"):
        clean_name(typed + typed[-3:])


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_page_takes_it(client: Client, path: str) -> None:
    page = client.get(path, follow=True)
    assert page.status_code == 200
    fields = FIELD.findall(page.content.decode())
    assert fields
    for field in fields:
        limits = re.findall(r'maxlength="(\d+)"', field)
        assert all(int(each) >= TYPED_LENGTH for each in limits), field


@pytest.mark.django_db
def test_what_is_too_long_is_said_and_stays(client: Client) -> None:
    typed = "Maximiliane von und zu Hohenberg"
    page = client.post("/new/", {"name": typed, "variant": "yacht", "seats": "2"})
    assert page.status_code == 422
    assert "A name can have at most 20 characters." in page.content.decode()
    assert f'value="{typed}"' in page.content.decode()


def test_scripts_limit_names_as_the_server_says() -> None:
    found = {
        limit
        for path in Path("static/js").rglob("*.js")
        for limit in MAXLENGTH.findall(path.read_text())
    }
    # Of a line of chat, of a command, and what a part of a page passes on.
    others = {"${page.lineLength}", "${LONGEST}", "${most}"}
    assert found == SERVERS | others
