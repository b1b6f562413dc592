"""The settings of providers, and what is said about those that do not fit."""

import re
from pathlib import Path

import pytest
from django.conf import settings as of_django
from pytest_django.fixtures import Settings

from games.site.account.providers.checks import check_providers
from games.site.account.providers.offered import KEYS, find_provider, is_safe, problems, providers
from yachtsite.provider_settings import variables_of

FULL = {
    "ISSUER": "https://login.example/realms/school/",
    "CLIENT_ID": "yacht",
    "CLIENT_SECRET": "secret",
}


def ids(settings: Settings, **found: dict[str, str]) -> list[str]:
    settings.OIDC = {name.replace("_", "-"): each for name, each in found.items()}
    return [str(each.id) for each in check_providers(None)]


def test_it_reads_a_provider(settings: Settings) -> None:
    settings.OIDC = {"our-school": FULL | {"HELPER_GROUPS": "a, b c", "ACR": "gold"}}
    (found,) = providers()
    assert (found.id, found.name) == ("our-school", "Our School")
    assert found.issuer == "https://login.example/realms/school"
    assert found.discovery == f"{found.issuer}/.well-known/openid-configuration"
    assert (found.scope, found.groups_claim) == ("openid profile email", "groups")
    assert (sorted(found.helpers), found.acr) == (["a", "b c"], ("gold",))
    assert find_provider("our-school") == found
    assert find_provider("other") is None


def test_it_keeps_the_operators_order(settings: Settings) -> None:
    settings.OIDC = {"b": FULL, "a": FULL | {"ISSUER": "https://a.example"}}
    assert [each.id for each in providers()] == ["b", "a"]


BROKEN: dict[str, dict[str, str]] = {
    "nothing": {},
    "no issuer": {"ISSUER": ""},
    "no id": {"CLIENT_ID": ""},
    "no secret": {"CLIENT_SECRET": ""},
    "a file that is not there": {"CLIENT_SECRET": "", "CLIENT_SECRET_FILE": "/nowhere/secret"},
    "a spelling mistake": {"CLIENT_SECERT": "x"},
    "plain HTTP": {"ISSUER": "http://login.example"},
    "no address": {"ISSUER": "login.example"},
    "half an address": {"ISSUER": "https://["},
    "an unsafe description": {"DISCOVERY": "http://login.example/.well-known"},
    "another kind": {"KIND": "saml"},
    "no openid": {"SCOPE": "profile"},
    "groups of Discord": {"KIND": "discord", "HELPER_GROUPS": "a"},
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_half_set_provider_is_told_and_left_out(settings: Settings, case: str) -> None:
    found = FULL | BROKEN[case] if BROKEN[case] else {}
    assert "games.E040" in ids(settings, school=found)
    assert providers() == []


@pytest.mark.parametrize("name", ["School", "sch ool", "a" * 21, "-a", "a/b", ""])
def test_a_name_that_fits_no_address_is_told(settings: Settings, name: str) -> None:
    settings.OIDC = {name: FULL}
    assert [each.id for each in check_providers(None)] == ["games.E040"]


def test_one_issuer_twice_is_told(settings: Settings) -> None:
    assert ids(settings, a=FULL, b=FULL) == ["games.E040"]


def test_what_is_set_is_not_told(settings: Settings) -> None:
    discord = {"KIND": "discord", "CLIENT_ID": "1", "CLIENT_SECRET": "2"}
    assert ids(settings, school=FULL, chat=discord) == []
    assert ids(settings) == []


def test_only_sso_wants_a_provider(settings: Settings) -> None:
    settings.ONLY_SSO = True
    assert ids(settings) == ["games.E041"]
    assert "games.E041" in ids(settings, school={})
    assert ids(settings, school=FULL) == []


def test_it_reads_a_secret_from_a_file(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("hidden\n")
    more = {"CLIENT_SECRET": "", "CLIENT_SECRET_FILE": str(path)}
    assert ids(settings, school=FULL | more) == []
    assert providers()[0].client_secret == "hidden"


ADDRESSES = {
    "https://login.example/a": True,
    "http://localhost:8080/realms/x": True,
    "http://127.0.0.1": True,
    "http://login.example": False,
    "http://localhost.evil.example": False,
    "javascript:alert(1)": False,
    "https://": False,
    "": False,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_safe_with_https_or_on_this_machine(address: str) -> None:
    assert is_safe(address) == ADDRESSES[address]


def test_the_environment_has_variables_of_each_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OIDC_SCHOOL_ISSUER", "https://a.example")
    monkeypatch.setenv("OIDC_SCHOOL_STAFF_ISSUER", "https://b.example")
    monkeypatch.setenv("OIDC_SCHOOL_STAFF_NAME", "Staff")
    assert variables_of(["school", "school-staff"]) == {
        "school": {"ISSUER": "https://a.example"},
        "school-staff": {"ISSUER": "https://b.example", "NAME": "Staff"},
    }
    assert variables_of([]) == {}


GUIDE = (Path(of_django.BASE_DIR) / "docs" / "sign-in.md").read_text()


def test_the_guide_has_every_variable_and_no_other() -> None:
    table = [line for line in GUIDE.splitlines() if line.startswith("| `...")]
    named = {
        each for line in table for each in re.findall(r"`\.\.\._([A-Z_]+)`", line.split("|")[1])
    }
    assert named == KEYS
    in_notes = set(re.findall(r"`(?:\.\.\._)?([A-Z]+(?:_[A-Z]+)*)(?:=[^`]*)?`", GUIDE))
    of_the_site = {"ONLY_SSO", "INVITE_ONLY", "GUESTS", "SECRET_KEY", "HTTPS", "SITE_URL"}
    others = {"TRUST_PROXY", "REQUESTS_CA_BUNDLE", "OIDC"}
    assert in_notes - KEYS <= of_the_site | others
    for name in of_the_site:
        assert hasattr(of_django, name), name


def test_the_example_of_the_guide_is_whole(settings: Settings, tmp_path: Path) -> None:
    lines = GUIDE.partition("```\n")[2].partition("```")[0].splitlines()
    given = dict(line.split("=", 1) for line in lines)
    secret = tmp_path / "school"
    secret.write_text("secret")
    given["OIDC_SCHOOL_CLIENT_SECRET_FILE"] = str(secret)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        settings.OIDC = variables_of([given["OIDC_PROVIDERS"]])
    assert list(problems()) == []
    (school,) = providers()
    assert school.name == "Harbour School"
    assert school.client_secret == "secret"


ROWS = [
    line.split("|")
    for line in GUIDE.splitlines()
    if line.startswith("|") and ("https://" in line or "KIND=" in line) and "`..._" not in line
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1].strip())
def test_each_provider_of_the_guide_can_be_set(settings: Settings, row: list[str]) -> None:
    given = dict(re.findall(r"`([A-Z_]+)=([^`]+)`", "|".join(row[3:])))
    if found := re.search(r"`DISCOVERY` to `([^`]+)`", row[4]):
        given["DISCOVERY"] = found[1]
    if issuer := re.search(r"`(https://[^`]+)`", row[3]):
        given["ISSUER"] = issuer[1]
    settings.OIDC = {"one": {"CLIENT_ID": "a", "CLIENT_SECRET": "b", **given}}
    assert list(problems()) == []
    assert len(providers()) == 1


def test_the_guide_has_all_that_are_named() -> None:
    named = {row[1].strip() for row in ROWS}
    assert named == {
        *("Google", "Microsoft", "Apple", "Keycloak", "Authentik", "Nextcloud", "Discord"),
    }
