"""Which names nobody can take, because they pose as the site, a bot or somebody well known."""

from collections.abc import Callable

import pytest
from django.conf import settings
from pytest_django import DjangoAssertNumQueries

from games.core.bots import PERSONALITIES
from games.models import Rating, User
from games.people.accounts.names import NameRefused, clean_name
from games.people.accounts.players import create_account, create_guest
from games.people.accounts.staff_words import SITE_WORDS, STAFF_WORDS
from games.site.account.membership.renaming import rename_player
from tests.fixtures import As

POSES = """
Admin; ADMIN 2; Adm1n; The Admin; Anna Admin; AdminAnna; a.d.m.i.n; A d m i n; Admın;
Administrator; Moderator Anna; Mod Bob; Mods; Moderatorin; Moderation; Support; Yacht Support;
Support-Team; Staff; Anna (Staff); Official; Official Anna; Offizieller Kanal; Yacht; YACHT; Yacht
Team; YachtTeam; yachtteam; Team Yacht; Yacht-Hilfe; Yacht News; Team; The Team; Das Team; System;
Betreiber; Webmaster; Bot; Bot Anna; Gull Bot; Superuser; M0derator;
\uff33\uff34\uff21\uff26\uff26; Deleted player
"""
POSES_ELSEWHERE = {
    "da": "Moderator Anna; Kundeservice; Officiel konto; Yacht hjælp; Teamet; Superbruger",
    "es": "Moderadora; Administrador; Soporte 2; Cuenta oficial; El equipo; Yacht Ayuda; Equipo",
    "fi": "Ylläpito; YLLAPITAJA; Moderaattori; Asiakastuki; Yacht tuki; Tiimi; Virallinen tili",
    "fr": "Modératrice; Moderateur; Administrateur; Compte officiel; L'équipe; Yacht Aide; Équipe",
    "it": "Moderatrice; Amministratore; Assistenza; Account ufficiale; Lo staff; Yacht Aiuto",
    "nb": "Moderatør; Administrasjon; Kundestøtte; Offisiell konto; Yacht hjelp; Moderering",
    "nl": "Beheerder Jan; Moderatie; Klantenservice; Officiële account; Het Team; Yacht hulp",
    "pl": "Moderatorka; Moderacja; Obsługa; Anna z obsługi; Oficjalne konto; Zespół; Yacht Pomoc",
    "pt-br": "ADM João; Moderação; Moderacao; Suporte Yacht; Conta oficial; Equipe; Yacht Ajuda",
    "sv": "Moderatör; Administratör; Kundtjänst; Officiellt konto; Yacht Hjälp; Teamet",
}
"""In the languages of the site besides English and German."""
INNOCENT = """
Anna; Admiral; Modi; Modesty; Modena; Modernist; Moderata; Staffan; Staffordshire; Bottrop; Abbot;
Robot; Botha; Boticelli; Sebastian; Supporter; Team Anna; Teamgeist; Yachtmaster; Yacht Anna; My
yacht; Systema; Serviette; Officer; Gullan; Pippa; Pip Squeak; Skipper Tom; Anchorage; Rooter;
Verwalter; Tuki; Tukiainen; Valvo; Adem; Adamo; Admir; Modesto; Modestas; Moderno; Oficialdegui;
Assis; Aidan; Apu; Équipe Bleue; Equipo Azul; Tiimi Anna; Kundera; Hjelm; Lagerlöf; Gestri;
Operetta; Personal Best; Direction Sud; Beheyt; Beheim; Obst; Pomocnik; Tjaden; Supplice;
Squadra Azzurra
"""


def names_in(text: str) -> list[str]:
    return [name.strip() for name in text.replace("\n", " ").split(";")]


def refusal_of(take: Callable[[str], object], name: str) -> str | None:
    try:
        take(name)
    except NameRefused as refused:
        return refused.code
    return None


def test_it_refuses_names_that_speak_for_the_site() -> None:
    bots = [form for bot in PERSONALITIES.values() for form in (bot.name, f"{bot.name.upper()} 2")]
    names = [*names_in(POSES), *bots]
    assert {name: refusal_of(clean_name, name) for name in names} == dict.fromkeys(
        names, "reserved"
    )


def test_it_has_such_words_of_each_language_of_the_site() -> None:
    languages = {code for code, _ in settings.LANGUAGES} - {"en-xa"}
    assert set(STAFF_WORDS) == set(SITE_WORDS) == {"en", "de", *POSES_ELSEWHERE} == languages


@pytest.mark.parametrize("language", POSES_ELSEWHERE)
def test_it_refuses_them_in_the_other_languages(language: str) -> None:
    names = names_in(POSES_ELSEWHERE[language])
    assert {name: refusal_of(clean_name, name) for name in names} == dict.fromkeys(
        names, "reserved"
    )


def test_it_takes_names_that_only_resemble_them() -> None:
    names = names_in(INNOCENT)
    assert {name: refusal_of(clean_name, name) for name in names} == dict.fromkeys(names)


@pytest.mark.parametrize("name", ["Wanker", "W4nk3r", "Alice Fotze"])
def test_it_refuses_slurs(name: str) -> None:
    assert refusal_of(clean_name, name) == "slur"


POSE_AS_ALICE = [
    "Alice_",
    "_alice_",
    "*A1ice*",
    "A-l-i-c-e",
    "The real Alice",
    "TheRealAlice",
    "xXAliceXx",
    # Signs that Unicode counts as letters
    *("Alice\u02bc", "\u02bcAlice", "Alice\u01c3", "Alice\u02d0", "Alice\u02d1", "Alice\u02b9"),
    *("Alice\u02c8", "Alice\ua78c", "A\u02bcl\u02bci\u02bcc\u02bce", "\u01c0Alice\u01c0"),
    *("\u1d00\u029f\u026a\u1d04\u1d07_", "Alice\u01c3!"),
]


@pytest.mark.parametrize("known_for", ["rating", "staff"])
def test_nobody_poses_as_somebody_well_known(db: None, known_for: str) -> None:
    alice, bob = create_account("Alice", "x"), create_account("Bob", "x")
    assert [refusal_of(lambda name: rename_player(bob, name), "Alice."), bob.name] == [
        None,
        "Alice.",
    ]
    rename_player(bob, "Bob")
    if known_for == "staff":
        User.objects.filter(pk=alice.pk).update(is_staff=True)
    else:
        Rating.objects.create(
            player=alice, pool="yacht", mu=25, sigma=2, shown=1500, eligible=True, listed=True
        )
    ways = (
        create_guest,
        lambda name: create_account(name, "x"),
        lambda name: rename_player(bob, name),
    )
    for take in ways:
        assert {name: refusal_of(take, name) for name in POSE_AS_ALICE} == dict.fromkeys(
            POSE_AS_ALICE, "taken"
        )
    # Numbers tell people apart, and the offered name has one.
    assert refusal_of(create_guest, "Alice 2") is None
    assert refusal_of(create_guest, "Alicen") is None
    # Her own name she may decorate.
    rename_player(alice, "Alice_")
    assert alice.name == "Alice_"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Kal", "Kai"),
        ("Dara", "Clara"),
        ("\u0130ona", "Lona"),
        ("All", "Ali"),
        ("\u4f50\u6728", "\u4f50\u3005\u6728"),
    ],
)
def test_names_that_can_be_told_apart_are_both_free(db: None, name: str, other: str) -> None:
    create_account(name, "x")
    assert refusal_of(lambda name: create_account(name, "x"), other) is None


def test_it_asks_no_more_queries_than_before(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):  # the account of this name, those like it, the new row
        create_guest("Carla")


def test_an_account_keeps_a_name_from_before_the_rules(alice: User, signed_in: As) -> None:
    User.objects.filter(pk=alice.pk).update(name="Mod Alice")
    browser = signed_in(alice)
    assert browser.post("/account/name/", {"name": "Mod Alice"}).status_code == 302
    assert browser.post("/account/name/", {"name": "Mod Alicia"}).status_code == 422
    alice.refresh_from_db()
    assert alice.name == "Mod Alice"
