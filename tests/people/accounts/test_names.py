"""Which names are valid, and which count as the same."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import User
from games.people.accounts import players
from games.people.accounts.lookalikes import skeleton
from games.people.accounts.names import NameRefused, clean_name, find_account
from games.people.accounts.players import create_account, create_guest
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.renaming import fill_skeletons, rename_player
from games.site.account.membership.upgrade import upgrade_guest
from tests.fixtures import OpenRoom

pytestmark = pytest.mark.registered


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Alice", "Alice"),
        ("  Alice \t B. ", "Alice B."),
        ("e\u0301va", "\u00e9va"),
        ("Al\u200bice", "Alice"),
        ("Alice\u202etxt", "Alicetxt"),
        ("Al\x00ice\x07", "Alice"),
        ("two\nlines", "two lines"),
        ("\u2066Bob\u2069", "Bob"),
        ("\ufeffBob", "Bob"),
        ("名前", "名前"),
        ("🎲 Bob", "🎲 Bob"),
        ("<b>&amp;", "<b>&amp;"),
        ("x" * 20, "x" * 20),
        ("Ali\u034fce\ufe0f", "Alice"),
        ("Alice\U000e0100\u180b", "Alice"),
        ("e\u034f\u0301va", "\u00e9va"),
    ],
)
def test_it_shows_what_was_typed_without_what_is_invisible(typed: str, seen: str) -> None:
    assert clean_name(typed) == seen


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u200b\u200d\u2060", "empty"),
        ("\u3164", "empty"),
        ("\u2800\u2800", "empty"),
        ("\ufe0f\u034f\u17b4", "empty"),
        ("x" * 21, "too_long"),
        ("x" * 1_000_000, "too_long"),
        ("Deleted Player", "reserved"),
        ("\uff21\uff24\uff2d\uff29\uff2e", "reserved"),
    ],
)
def test_it_refuses_names_that_nobody_could_read_or_trust(typed: str, code: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(typed)
    assert refused.value.code == code


@pytest.mark.parametrize("same", ["alice", "ALICE", "\uff21lice", "aLiCe"])
def test_it_knows_an_account_in_any_letter_case(alice: User, same: str) -> None:
    assert find_account(same) == alice
    with pytest.raises(NameRefused) as refused:
        create_account(same, "x")
    assert refused.value.code == "taken"


def test_it_folds_letters_that_only_unicode_knows_to_be_the_same(db: None) -> None:
    create_account("STRASSE", "x")
    with pytest.raises(NameRefused):
        create_account("Straße", "x")


def test_it_finds_the_account_that_the_command_line_made(db: None) -> None:
    root = User.objects.create_superuser("Root", "", "pass", name="Root")
    assert find_account("root") == root


def test_it_never_takes_a_guest_for_an_account(guest: User) -> None:
    assert find_account("Gus") is None
    assert find_account(guest.username) is None


def test_it_refuses_a_name_whose_folded_form_is_too_long_for_the_table(db: None) -> None:
    with pytest.raises(NameRefused) as refused:
        create_account("\ufdfa" * 20, "x")  # one sign that NFKC spells out in 18
    assert refused.value.code == "too_long"


@pytest.mark.parametrize("name", ["Alic\u0435", "\u0391lice", "B\u043eb", "\u13aalice", "M\u03b1x"])
def test_it_refuses_letters_of_two_alphabets_in_one_name(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name)
    assert refused.value.code == "mixed"


@pytest.mark.parametrize(
    "name",
    [
        "\u0421\u0430\u0440\u0430",
        "\u0391\u03bb\u03ad\u03be\u03b7\u03c2",
        "Ken\u5065",
        "\u30ab\u30bf\u4eee\u540d",
        "Zo\u00eb 2",
        "\uae40Min",
        "\u2660\u2665",
    ],
)
def test_it_takes_every_alphabet_by_itself(name: str) -> None:
    assert clean_name(name) == name


# How each looks is from the charts of the Unicode Standard.
LOOKALIKES = [
    ("Capa", "\u0421\u0430\u0440\u0430"),
    ("\u0421\u0430\u0440\u0430", "capa"),
    ("\u03bf\u03c1\u03b1", "opa"),
    # Small capitals, the digits zero and one, a capital i for a small l, "rn" for "m".
    ("Zoe", "Z\u1d0fe"),
    ("Zoe", "\u1d22oe"),
    ("Zoe", "Z0e"),
    ("zoe", "ZOE"),
    ("Z0E", "zoe"),
    ("Alice", "A1ice"),
    ("Alice", "AIice"),
    ("Bill", "BiII"),
    ("Emma", "Ernma"),
    # Mathematical and fullwidth letters, a ligature.
    ("Zoe", "\U0001d419\U0001d428\U0001d41e"),
    ("Zoe", "\uff3a\uff2f\uff25"),
    ("Fin", "\ufb01n"),
]


@pytest.mark.parametrize(("first", "second"), LOOKALIKES)
def test_it_takes_no_name_that_looks_like_an_accounts(db: None, first: str, second: str) -> None:
    create_account(first, "x")
    with pytest.raises(NameRefused) as refused:
        create_account(second, "x")
    assert refused.value.code == "taken"
    with pytest.raises(NameRefused) as refused:
        create_guest(second)
    assert refused.value.code == "taken"


@pytest.mark.parametrize(
    ("first", "second"), [("Zoe", "Zo\u00eb"), ("Anna", "Hanna"), ("Li", "Lo"), ("Bob", "Rob")]
)
def test_it_takes_names_that_can_be_told_apart(db: None, first: str, second: str) -> None:
    create_account(first, "x")
    assert create_account(second, "x").name == second


@pytest.mark.parametrize("name", ["Zo\u0332e", "Zoe\u20dd", "Z\u0488oe", "a\u0301\u0302\u0303"])
def test_it_refuses_marks_that_belong_to_no_letter(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name)
    assert refused.value.code == "marks"


@pytest.mark.parametrize(
    "name", ["\u0939\u093f\u0928\u094d\u0926\u0940", "\u0e17\u0e35\u0e48\u0e1b", "Nguy\u1ec5n"]
)
def test_it_takes_the_vowel_signs_of_a_script(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["Adm1n", "ADMlN", "Polaris", "P0laris", "PIP", "\u0430dm\u0456n"])
def test_it_keeps_the_names_of_the_site_and_its_bots(name: str) -> None:
    with pytest.raises(NameRefused):
        clean_name(name)


def test_two_that_look_alike_at_the_same_moment_are_not_both_made(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_account("Zoe", "x")
    monkeypatch.setattr(players, "check_free", lambda name: None)
    with pytest.raises(NameRefused) as refused:
        create_account("Z0e", "x")
    assert refused.value.code == "taken"


def test_it_offers_a_free_name_like_one_that_is_taken(db: None) -> None:
    create_account("Jonas", "x")
    create_account("Jonas 2", "x")
    create_account("Wilhelmine Josephine"[:20], "x")
    for name, free in (("jonas", "jonas 3"), ("J0nas", "J0nas 3")):
        with pytest.raises(NameRefused) as refused:
            create_guest(name)
        assert f"“{free}”" in str(refused.value)
        assert create_guest(free).name == free
    with pytest.raises(NameRefused) as refused:
        create_guest("Wilhelmine Josephine"[:20])
    assert "“Wilhelmine Josep 2”" in str(refused.value)


def test_an_account_may_write_its_own_name_otherwise(alice: User) -> None:
    rename_player(alice, "AIice")
    assert alice.name == "AIice"
    assert User.objects.get(pk=alice.pk).skeleton == skeleton("Alice")


@pytest.mark.parametrize("how", ["sign up", "upgrade", "rename"])
def test_guests_lose_a_name_that_an_account_takes(
    alice: User, new_room: OpenRoom, outsider: Client, how: str
) -> None:
    first, second = create_guest("Zoe"), create_guest("Z0e")
    other = create_guest("Zora")
    room = new_room(second)
    rev = room.rev
    if how == "sign up":
        form = {"name": "Zoe", "password": "five sixes in one throw"}
        assert outsider.post("/sign-up/", form).status_code == 302
    elif how == "rename":
        rename_player(alice, "Zoe")
    else:
        upgrade_guest(first, "Zoe", "x")
    names = [User.objects.get(pk=guest.pk).name for guest in (first, second, other)]
    assert names[2] == "Zora"
    assert names[1].startswith("Guest ")
    assert (names[0] == "Zoe") == (how == "upgrade")
    room.refresh_from_db()
    assert room.rev > rev


def test_it_fills_in_what_the_command_line_left_out(db: None) -> None:
    made = [User.objects.create(username=name.lower(), name=name) for name in ("Zoe", "Z0e", "Bob")]
    guests = [
        User.objects.create(username=f"guest-{number}", name=name, is_guest=True)
        for number, name in enumerate(("Zoe", "Gus"))
    ]
    fill_skeletons()
    fill_skeletons()
    looks = [User.objects.get(pk=player.pk).skeleton for player in made]
    # All keep their names; of two that look alike the older one has the skeleton.
    assert looks == [skeleton("Zoe"), "", skeleton("Bob")]
    assert [User.objects.get(pk=player.pk).name for player in made] == ["Zoe", "Z0e", "Bob"]
    names = [User.objects.get(pk=guest.pk).name for guest in guests]
    assert names[0].startswith("Guest ")
    assert names[1] == "Gus"
    with pytest.raises(NameRefused):
        create_account("ZOE", "x")


def test_a_deleted_account_frees_its_name_and_what_looks_like_it(alice: User) -> None:
    delete_player(alice)
    assert create_account("A1ice", "x").name == "A1ice"


def test_a_banned_account_does_not(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(NameRefused):
        create_account("A1ice", "x")


@pytest.mark.parametrize("name", [".", ".."])
def test_it_takes_no_name_that_an_address_reads_as_a_way(name: str) -> None:
    with pytest.raises(NameRefused):
        clean_name(name)


def test_it_asks_no_database_for_a_name_with_nul(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # PostgreSQL answers such a query with an error.
    with django_assert_num_queries(0):
        assert find_account("a\0b") is None
