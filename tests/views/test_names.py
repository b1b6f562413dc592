"""Which names are valid, and which count as the same."""

import pytest

from games.accounts.names import NameRefused, clean_name, find_account
from games.accounts.players import do_create_account
from games.models import User


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
        do_create_account(same, "x")
    assert refused.value.code == "taken"


def test_it_folds_letters_that_only_unicode_knows_to_be_the_same(db: None) -> None:
    do_create_account("STRASSE", "x")
    with pytest.raises(NameRefused):
        do_create_account("Straße", "x")


def test_it_finds_the_account_that_the_command_line_made(db: None) -> None:
    root = User.objects.create_superuser("Root", "", "pass", name="Root")
    assert find_account("root") == root


def test_it_never_takes_a_guest_for_an_account(guest: User) -> None:
    assert find_account("Gus") is None
    assert find_account(guest.username) is None


def test_it_refuses_a_name_whose_folded_form_is_too_long_for_the_table(db: None) -> None:
    with pytest.raises(NameRefused) as refused:
        do_create_account("\ufdfa" * 20, "x")  # one sign that NFKC spells out in 18
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


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Capa", "\u0421\u0430\u0440\u0430"),
        ("\u0421\u0430\u0440\u0430", "capa"),
        ("\u03bf\u03c1\u03b1", "opa"),
    ],
)
def test_it_takes_no_name_that_looks_like_anothers(db: None, first: str, second: str) -> None:
    do_create_account(first, "x")
    with pytest.raises(NameRefused) as refused:
        do_create_account(second, "x")
    assert refused.value.code == "taken"


@pytest.mark.parametrize("name", [".", ".."])
def test_it_takes_no_name_that_an_address_reads_as_a_way(name: str) -> None:
    with pytest.raises(NameRefused):
        clean_name(name)
